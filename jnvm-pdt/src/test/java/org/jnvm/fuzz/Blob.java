package org.jnvm.fuzz;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent object with a tail of bytes: up to gigabytes of them. */
final class Blob extends FuzzObject {
    private static final int LENGTH = 8;
    private static final int TAIL = 16;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Blob.class, """
            class org.jnvm.fuzz.Blob
            version 1
            extends -
            bytes 16
            field org.jnvm.fuzz.Blob length J 8
            tail B 16 8""", Blob::new);

    /** Makes a copy of bytes. */
    Blob(byte[] bytes) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, 1, bytes.length));
        putLong(LENGTH, bytes.length);
        TailAccess.initialiseTail(this, TAIL, bytes);
    }

    /** Makes an object of zeros. */
    Blob(long length) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, 1, length));
        putLong(LENGTH, length);
    }

    private Blob(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long length() {
        return getLong(LENGTH);
    }

    byte[] toArray() {
        byte[] bytes = new byte[(int) length()];
        TailAccess.readTail(this, TAIL, 0, bytes, 0, bytes.length);
        return bytes;
    }

    byte get(long index) {
        long offset = TailAccess.elementOffset(this, TAIL, 1, index);
        Region at = $jnvm$region().at(offset);
        return at.getByte(at.pointer(offset), 0);
    }

    void set(long index, byte value) {
        long offset = TailAccess.elementOffset(this, TAIL, 1, index);
        Region at = $jnvm$region().at(offset);
        at.putByte(at.pointer(offset), 0, value);
    }

    /** Writes bytes by one bulk copy. */
    void write(int index, byte[] bytes) {
        TailAccess.writeTail(this, TAIL, index, bytes, 0, bytes.length);
    }

    /** Tells whether the blocks lie one behind the other. */
    boolean isContiguous() {
        return $jnvm$blocks() == null;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
