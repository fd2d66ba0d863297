package org.jnvm.pdt.internal.secondary;

import java.util.NavigableMap;
import org.jnvm.Heap;
import org.jnvm.JnvmException;
import org.jnvm.pdt.internal.index.MapView;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;

/**
 * A map or set with indexes as it is in the heap: an object whose fields lead to its entries, and to the first of its indexes.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class IndexedObject<K, V> {
    private static final int ENTRIES = 8;
    private static final int INDEXES = 16;

    private final Proxy owner;
    private final String noun;
    private final IndexParts parts;
    private volatile NavigableMap<K, V> entries;

    /**
     * Makes ready.
     *
     * @param owner its proxy, which may not be bound yet
     * @param noun what messages call it
     */
    IndexedObject(Proxy owner, String noun, IndexParts parts) {
        this.owner = owner;
        this.noun = noun;
        this.parts = parts;
    }

    /** Allocates a new object, without entries, in the current heap. */
    void allocate() {
        Proxy empty = parts.newEntries();
        try {
            Allocation.allocate(owner);
            FieldAccess.setRef(owner, ENTRIES, empty);
        } catch (RuntimeException | Error e) {
            Allocation.constructorFailed(empty, e);
            throw e;
        }
    }

    Proxy owner() {
        return owner;
    }

    String noun() {
        return noun;
    }

    IndexParts parts() {
        return parts;
    }

    Heap heap() {
        return owner.heap();
    }

    /** Returns the sorted map of its entries. */
    @SuppressWarnings("unchecked")
    NavigableMap<K, V> entries() {
        NavigableMap<K, V> known = entries;
        if (known == null) {
            known = (NavigableMap<K, V>) FieldAccess.getRef(owner, ENTRIES, NavigableMap.class);
            if (known == null) {
                throw FieldAccess.damaged(owner, "indexed " + noun + " without entries", "entries=null");
            }
            entries = known;
        }
        return known;
    }

    /** Returns the entries as what can be changed so that it tells what was there. */
    MapView<K, V> view() {
        return parts.view(entries());
    }

    /** Returns the first index, or null. */
    StoredIndex firstIndex() {
        return (StoredIndex) FieldAccess.getRef(owner, INDEXES, StoredIndex.class);
    }

    /** Has another index be the first one, or none; in a failure-atomic block. */
    void setFirstIndex(StoredIndex first) {
        FieldAccess.setRef(owner, INDEXES, first);
    }

    /** Returns where it is, for messages. */
    String at() {
        return "heap=" + heap().path() + ", " + noun + "=" + Identity.describe(owner);
    }

    /** Returns where one of its indexes is, for messages. */
    String at(String index) {
        return at() + ", index=" + index;
    }

    /**
     * Says that something about an index is refused.
     *
     * @param what what is wrong
     * @param index the name of the index
     * @param rest further values, and what to do
     */
    JnvmException refused(IndexParts.Refusal why, String what, String index, String rest) {
        return parts.exception(why, what + ": " + at(index) + rest);
    }
}
