package org.jnvm.pdt.internal.index;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Looks into an index, for tests of what programs cannot see. */
public final class IndexInspector {
    private IndexInspector() {}

    /** Returns the texts of the keys of a map of which the index keeps a proxy of the value. */
    public static Set<String> keysWithProxy(Index<?, ?> index) {
        Set<String> keys = new HashSet<>();
        for (IndexNode node : index.nodes().values()) {
            if (((MapEntry) node).committedValue() != null) {
                keys.add(node.key().toString());
            }
        }
        return keys;
    }

    /** Finds a key; the result tells whether it was removed since, and the index is about to have it no more. */
    public static BooleanSupplier removal(Index<?, ?> index, Object key) {
        IndexNode node = new LookupKey(key).findIn(index.nodes());
        return node::isRemoved;
    }
}
