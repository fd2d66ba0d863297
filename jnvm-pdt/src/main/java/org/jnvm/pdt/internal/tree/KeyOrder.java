package org.jnvm.pdt.internal.tree;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The order of the keys of a sorted collection. */
abstract class KeyOrder {
    /** Compares two keys, or with what a program looks for. */
    abstract int compare(Object left, Object right);

    /** Refuses a key that has no order. */
    abstract void require(Object key);

    /** Returns what a key is compared with once it may be freed: what is in it, where that is possible. */
    abstract Object lasting(Object key);

    /** Tells whether a key can be compared with when it is freed, as it was made {@link #lasting}. */
    abstract boolean isLasting(Object key);

    /** Returns the comparator of the collection; null for the natural order. */
    abstract @Nullable Comparator<Object> comparator();
}
