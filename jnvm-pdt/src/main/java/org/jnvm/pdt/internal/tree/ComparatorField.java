package org.jnvm.pdt.internal.tree;

import java.util.Comparator;
import org.jnvm.spi.Proxy;

/** The field of a sorted collection that says by which comparator it is sorted. */
public interface ComparatorField {
    /** Its offset. */
    int OFFSET = 16;

    /**
     * Returns the comparator that a collection keeps.
     *
     * @param collection one whose field is not null
     * @return the comparator
     */
    Comparator<Object> comparatorOf(Proxy collection);
}
