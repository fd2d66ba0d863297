package org.jnvm.fuzz;

import org.jnvm.spi.Proxy;

/** What objects of all {@link NumberedClasses} can do. */
public interface Numbered extends Proxy {
    /** Returns the number in the object. */
    long value();

    /** Sets the number in the object. */
    void setValue(long value);
}
