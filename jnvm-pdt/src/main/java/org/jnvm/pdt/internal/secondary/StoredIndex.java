package org.jnvm.pdt.internal.secondary;

import java.util.NavigableMap;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** An index as it is in the heap: all but its key function. Changed in failure-atomic blocks only. */
public final class StoredIndex extends AbstractProxy {
    private static final int RESERVED_ID = 58;
    private static final int NAME = 8;
    private static final int NEXT = 16;
    private static final int ENTRIES = 24;
    private static final int STATE = 32;

    private static final int READY = 1;
    private static final int UNIQUE = 2;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(StoredIndex.class, """
            class org.jnvm.pdt.internal.secondary.StoredIndex
            version 1
            extends -
            bytes 40
            field org.jnvm.pdt.internal.secondary.StoredIndex name Lorg.jnvm.pdt.PString; 8
            field org.jnvm.pdt.internal.secondary.StoredIndex next Lorg.jnvm.pdt.internal.secondary.StoredIndex; 16
            field org.jnvm.pdt.internal.secondary.StoredIndex entries Lorg.jnvm.pdt.PSkipListMap; 24
            field org.jnvm.pdt.internal.secondary.StoredIndex state J 32
            canonical""", StoredIndex::new, RESERVED_ID);

    /** Never changes, so that one copy does. */
    private volatile String name;

    /**
     * Makes an index that is not ready, in the current heap.
     *
     * @param name a persistent string
     * @param next the index behind it, or null
     * @param entries an empty sorted map
     * @param unique whether each index key has one entry at most
     */
    public StoredIndex(Proxy name, StoredIndex next, Proxy entries, boolean unique) {
        Allocation.allocate(this);
        FieldAccess.setRef(this, NAME, name);
        FieldAccess.setRef(this, NEXT, next);
        FieldAccess.setRef(this, ENTRIES, entries);
        region.putLong(pointer, STATE, unique ? UNIQUE : 0);
    }

    private StoredIndex(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    /** Returns the name as it is in the heap. */
    public Proxy nameInHeap() {
        return (Proxy) FieldAccess.getRef(this, NAME, Proxy.class);
    }

    /** Returns the name. */
    public String name() {
        String known = name;
        if (known == null) {
            Object found = nameInHeap();
            if (found == null) {
                throw FieldAccess.damaged(this, "index without a name", "name=null");
            }
            known = found.toString();
            name = known;
        }
        return known;
    }

    /** Returns the next index of the map, or null. */
    public StoredIndex next() {
        return (StoredIndex) FieldAccess.getRef(this, NEXT, StoredIndex.class);
    }

    /** Has another index follow, or none. */
    public void setNext(StoredIndex next) {
        FieldAccess.setRef(this, NEXT, next);
    }

    /** Returns the entries: index keys, or {@link IndexEntry}s if it is not unique; each leads to the key in the map. */
    @SuppressWarnings("unchecked")
    public NavigableMap<Object, Object> entries() {
        Object found = FieldAccess.getRef(this, ENTRIES, NavigableMap.class);
        if (found == null) {
            throw FieldAccess.damaged(this, "index without entries", "entries=null");
        }
        return (NavigableMap<Object, Object>) found;
    }

    /** Frees the key of an entry that was taken out; but no index key that is an object of the program. */
    static void freeKey(Object key) {
        if (key instanceof IndexEntry entry) {
            freeIfOwn(entry.keyInHeap());
            entry.releaseParts();
            Allocation.free(entry);
        } else {
            freeIfOwn(key);
        }
    }

    /** Frees a persistent string or box: what an index made of strings and boxes before it kept them by value. */
    private static void freeIfOwn(Object key) {
        if (Values.isImmutable(key)) {
            Allocation.free((Proxy) key);
        }
    }

    /** Begins anew, with other entries; is not ready then. */
    public void restart(Proxy entries) {
        FieldAccess.setRef(this, ENTRIES, entries);
        region.putLong(pointer, STATE, region.getLong(pointer, STATE) & ~READY);
    }

    /** Says that all values of the map are in it. */
    public void setReady() {
        region.putLong(pointer, STATE, region.getLong(pointer, STATE) | READY);
    }

    /** Tells whether all values of the map are in it. */
    public boolean isReady() {
        return (region.getLong(pointer, STATE) & READY) != 0;
    }

    /** Tells whether each index key has one entry at most. */
    public boolean isUnique() {
        return (region.getLong(pointer, STATE) & UNIQUE) != 0;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
