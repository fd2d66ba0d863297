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
    private static final int EXPIRY = 40;
    /** The bytes of the metadata in the upper half, those of the internal metadata in the lower one. */
    private static final int SIZES = 48;

    private static final int LENGTH = 56;
    private static final int TAIL = 64;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(StoredEntry.class, """
            class org.jnvm.infinispan.internal.StoredEntry
            version 1
            extends -
            bytes 64
            field org.jnvm.infinispan.internal.StoredEntry key Lorg.jnvm.PObject; 8
            field org.jnvm.infinispan.internal.StoredEntry value Lorg.jnvm.PObject; 16
            field org.jnvm.infinispan.internal.StoredEntry created J 24
            field org.jnvm.infinispan.internal.StoredEntry lastUsed J 32
            field org.jnvm.infinispan.internal.StoredEntry expiry J 40
            field org.jnvm.infinispan.internal.StoredEntry sizes J 48
            field org.jnvm.infinispan.internal.StoredEntry length J 56
            tail B 64 56""", StoredEntry::new);

    /** Makes an entry, in the current heap. */
    StoredEntry(Object key, EntryValue entry) {
        int metadata = EntryValue.length(entry.metadata());
        int internal = EntryValue.length(entry.internalMetadata());
        int length = entry.tailBytes();
        Allocation.allocateImmutable(
                this,
                TailAccess.bytesWithTail(TAIL, 1, length),
                new Object[] {key, entry.object()},
                entry.created(),
                entry.lastUsed(),
                entry.expiry(),
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

    /** Returns when it expires, as {@link EntryValue#expiry}; see {@link #read}. */
    long expiry() {
        Epochs.enterRead();
        try {
            Durability.isValid(this); // refuses one that was freed
            return region.getLong(pointer, EXPIRY);
        } finally {
            Epochs.exitRead();
        }
    }

    /**
     * Returns what the entry says.
     *
     * @param withValue whether the value is wanted; else both {@code object} and {@code bytes} are null
     * @throws org.jnvm.StaleObjectException if it was freed, as another one is in its place
     */
    EntryValue read(boolean withValue) {
        Epochs.enterRead(); // what is valid now keeps its bytes until the section ends
        try {
            Durability.isValid(this);
            byte[] tail = readTail(TAIL, LENGTH);
            long sizes = region.getLong(pointer, SIZES);
            int metadata = (int) (sizes >>> Integer.SIZE);
            int internal = (int) sizes;
            long value = (long) tail.length - metadata - internal;
            if (metadata < 0 || internal < 0 || value < 0) {
                throw damaged("sizes", sizes);
            }
            Object object = object();
            return new EntryValue(
                    withValue ? object : null,
                    withValue && object == null ? ByteBufferImpl.create(tail, 0, (int) value) : null,
                    part(tail, (int) value, metadata),
                    part(tail, (int) value + metadata, internal),
                    region.getLong(pointer, CREATED),
                    region.getLong(pointer, LAST_USED),
                    region.getLong(pointer, EXPIRY));
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
