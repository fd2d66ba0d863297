package org.jnvm.infinispan.internal;

import org.infinispan.commons.io.ByteBuffer;
import org.infinispan.commons.io.ByteBufferImpl;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/**
 * What a cache has under a key, as the store keeps it: the value, by reference or as bytes, and all that belongs to it,
 * in one object. An overwrite makes a new one.
 *
 * <p>Immutable; safe for use by several threads. It is freed as soon as it is replaced, so {@link #read} may find it gone.
 */
final class StoredEntry extends StoredObject {
    private static final int KEY = 8;
    private static final int VALUE = 16;
    private static final int CREATED = 24;
    private static final int LAST_USED = 32;
    private static final int TIMER = 40;
    /** The bytes of the metadata in the upper half, those of the internal metadata in the lower one. */
    private static final int SIZES = 48;

    private static final int LENGTH = 56;
    private static final int TAIL = 64;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(StoredEntry.class, """
            class org.jnvm.infinispan.internal.StoredEntry
            version 2
            extends -
            bytes 64
            field org.jnvm.infinispan.internal.StoredEntry key Lorg.jnvm.PObject; 8
            field org.jnvm.infinispan.internal.StoredEntry value Lorg.jnvm.PObject; 16
            field org.jnvm.infinispan.internal.StoredEntry created J 24
            field org.jnvm.infinispan.internal.StoredEntry lastUsed J 32
            field org.jnvm.infinispan.internal.StoredEntry timer J 40
            field org.jnvm.infinispan.internal.StoredEntry sizes J 48
            field org.jnvm.infinispan.internal.StoredEntry length J 56
            tail B 64 56""", StoredEntry::new);

    /**
     * Makes an entry, in the current heap.
     *
     * @param timer the entry's, or {@link Timers#NEVER}
     */
    StoredEntry(Object key, EntryValue entry, long timer) {
        int metadata = EntryValue.length(entry.metadata());
        int internal = EntryValue.length(entry.internalMetadata());
        int length = entry.tailBytes();
        Allocation.allocateImmutable(
                this,
                TailAccess.bytesWithTail(TAIL, 1, length),
                new Object[] {key, entry.object()},
                entry.created(),
                entry.lastUsed(),
                timer,
                (long) metadata << Integer.SIZE | internal,
                length);
        int next = append(0, entry.bytes());
        next = append(next, entry.metadata());
        append(next, entry.internalMetadata());
    }

    private StoredEntry(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    private int append(int index, ByteBuffer part) {
        int count = EntryValue.length(part);
        if (count > 0) {
            TailAccess.initialiseTail(this, TAIL, index, part.getBuf(), part.getOffset(), count);
        }
        return index + count;
    }

    /** Returns how many bytes of the heap an entry takes at most. */
    static long bytes(EntryValue entry) {
        return TailAccess.bytesWithTail(TAIL, 1, entry.tailBytes());
    }

    /** Returns the key, as it is in the heap. */
    Object key() {
        return FieldAccess.getRef(this, KEY);
    }

    /** Returns the value if it is a persistent object, or null. */
    Object object() {
        return FieldAccess.getRef(this, VALUE);
    }

    /**
     * Returns its timer, or {@link Timers#NEVER}.
     *
     * @throws org.jnvm.StaleObjectException if it was freed
     */
    long timer() {
        Epochs.enterRead();
        try {
            Durability.isValid(this); // refuses one that was freed
            return region.getLong(pointer, TIMER);
        } finally {
            Epochs.exitRead();
        }
    }

    /**
     * Returns what the entry says.
     *
     * @param extent what of it is wanted; what is not is null
     * @throws org.jnvm.StaleObjectException if it was freed, as another one is in its place
     */
    EntryValue read(Extent extent) {
        Epochs.enterRead(); // what is valid now keeps its bytes until the section ends
        try {
            Durability.isValid(this);
            long created = region.getLong(pointer, CREATED);
            long lastUsed = region.getLong(pointer, LAST_USED);
            long expiry = Timers.expiry(region.getLong(pointer, TIMER));
            if (extent == Extent.TIMES) {
                return new EntryValue(null, null, null, null, created, lastUsed, expiry);
            }
            Object object = extent == Extent.ALL ? object() : null;
            long sizes = region.getLong(pointer, SIZES);
            int metadata = (int) (sizes >>> Integer.SIZE);
            int internal = (int) sizes;
            long length = tailLength(TAIL, LENGTH);
            long value = length - metadata - internal;
            if (metadata < 0 || internal < 0 || value < 0) {
                throw damaged("sizes", sizes);
            }
            int from = extent == Extent.ALL ? 0 : (int) value;
            byte[] tail = readTail(TAIL, from, (int) length);
            return new EntryValue(
                    object,
                    extent == Extent.ALL && object == null ? ByteBufferImpl.create(tail, 0, (int) value) : null,
                    part(tail, (int) value - from, metadata),
                    part(tail, (int) value - from + metadata, internal),
                    created,
                    lastUsed,
                    expiry);
        } finally {
            Epochs.exitRead();
        }
    }

    private static ByteBuffer part(byte[] tail, int from, int count) {
        return count == 0 ? null : ByteBufferImpl.create(tail, from, count);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
