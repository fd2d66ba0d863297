package org.jnvm.spi;

import java.util.function.Consumer;

/**
 * Makes persistent objects of volatile ones that are assigned to fields: of lists, sets, maps and arrays of {@code java.util}, and of all that
 * these lead to. Found by {@link java.util.ServiceLoader}; {@code jnvm-pdt} has one.
 */
public interface VolatileConverter {
    /** Tells whether an object that is neither persistent nor a value can be converted. */
    boolean converts(Object object);

    /**
     * Converts an object, and all that it leads to, and publishes what it became: all of that is valid and durable before it is
     * reachable. If something has no counterpart, nothing is left of it.
     *
     * @param owner the object with the field, or the collection
     * @param object the object
     * @param publish stores a reference to what the object became
     */
    void convert(Proxy owner, Object object, Consumer<Object> publish);
}
