package org.jnvm.pdt.internal.secondary;

import java.util.Objects;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/**
 * The key of an entry in an index that is not unique: index key and key in the map; it never changes. The proxy has a copy of
 * both, as far as they are strings or boxes: others may free them while a thread goes through the index.
 */
public final class IndexEntry extends AbstractProxy implements Position {
    private static final int RESERVED_ID = 59;
    private static final int KEY = 8;
    private static final int PRIMARY = 16;
    private static final int BYTES = 24;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(IndexEntry.class, """
            class org.jnvm.pdt.internal.secondary.IndexEntry
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.internal.secondary.IndexEntry key Lorg.jnvm.PObject; 8
            field org.jnvm.pdt.internal.secondary.IndexEntry primary Lorg.jnvm.PObject; 16""", IndexEntry::new, RESERVED_ID);

    private final Object key;
    private final Object primary;

    /**
     * Makes an entry, in the current heap.
     *
     * @param key the index key: a value, or a persistent object
     * @param primary the key in the map, likewise
     */
    public IndexEntry(Object key, Object primary) {
        Allocation.allocateImmutable(this, BYTES, new Object[] {key, primary});
        this.key = Values.lasting(key);
        this.primary = Values.lasting(primary);
    }

    private IndexEntry(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
        this.key = Values.lasting(part(KEY));
        this.primary = Values.lasting(part(PRIMARY));
    }

    private Object part(int offset) {
        Object part = FieldAccess.getRef(this, offset);
        if (part == null) {
            throw FieldAccess.damaged(this, "entry of an index leads to nothing", "offset=" + offset);
        }
        return part;
    }

    @Override
    public Object key() {
        return key;
    }

    @Override
    public Object primary() {
        return primary;
    }

    @Override
    public int side() {
        return 0;
    }

    /** Frees what the entry has by value, before it is freed itself; in a failure-atomic block. */
    void releaseParts() {
        FieldAccess.releaseOwned(this, KEY);
        FieldAccess.releaseOwned(this, PRIMARY);
    }

    /** Returns the index key as it is in the heap. */
    public Object keyInHeap() {
        return part(KEY);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexEntry that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hashCode(key) + Objects.hashCode(primary);
    }

    @Override
    public String toString() {
        return key + " of " + primary;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
