package org.jnvm.pdt.internal.hash;

import java.util.HashSet;
import java.util.Set;
import org.jnvm.pdt.internal.index.CollectionIndex;
import org.jnvm.runtime.HashSlots;

/** Looks into a hash index, for tests of what programs cannot see. */
public final class HashInspector {
    private HashInspector() {}

    /** Returns the texts of the keys of a map of which the index keeps a proxy of the value. */
    public static Set<String> keysWithProxy(CollectionIndex<?, ?> index) {
        return keysWithProxy((HashIndex<?, ?>) index);
    }

    private static <K, V> Set<String> keysWithProxy(HashIndex<K, V> index) {
        Set<String> keys = new HashSet<>();
        HashSlots.Members members = index.members();
        for (int i = 0; i < members.size(); i++) {
            if (index.hasProxy(members.hash(i), members.key(i))) {
                keys.add(index.key(members.key(i)).toString());
            }
        }
        return keys;
    }
}
