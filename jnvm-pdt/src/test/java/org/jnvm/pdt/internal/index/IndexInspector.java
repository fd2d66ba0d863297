package org.jnvm.pdt.internal.index;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/** Looks into an index, for tests of what programs cannot see. */
public final class IndexInspector {
    private IndexInspector() {}

    /** Returns the texts of the keys of a map of which the index keeps a proxy of the value. */
    public static Set<String> keysWithProxy(CollectionIndex<?, ?> index) {
        return keysWithProxy((HeapIndex<?, ?>) index);
    }

    private static <K, V> Set<String> keysWithProxy(HeapIndex<K, V> index) {
        Set<Long> kept = index.refsWithProxy();
        Set<String> keys = new HashSet<>();
        index.withoutProxies(() -> {
            for (Iterator<K> all = index.keys(); all.hasNext(); ) {
                K key = all.next();
                if (kept.contains(index.ref(index.hashOf(key), key))) {
                    keys.add(key.toString());
                }
            }
        });
        return keys;
    }
}
