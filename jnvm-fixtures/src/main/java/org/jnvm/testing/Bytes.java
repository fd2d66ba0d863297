package org.jnvm.testing;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class with a tail of bytes. */
public final class Bytes extends TestObject {
    private static final int LENGTH = 8;
    private static final int TAIL = 16;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Bytes.class, """
            class org.jnvm.testing.Bytes
            version 1
            extends -
            bytes 16
            field org.jnvm.testing.Bytes length J 8
            tail B 16 8""", Bytes::new);

    /** Makes a copy of bytes. */
    public Bytes(byte[] bytes) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, 1, bytes.length));
        putLong(LENGTH, bytes.length);
        TailAccess.initialiseTail(this, TAIL, bytes);
    }

    /** Makes an object of zeros. */
    public Bytes(long length) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, 1, length));
        putLong(LENGTH, length);
    }

    private Bytes(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    public long length() {
        return getLong(LENGTH);
    }

    public byte[] toArray() {
        byte[] bytes = new byte[(int) length()];
        TailAccess.readTail(this, TAIL, bytes);
        return bytes;
    }

    /** Reads the first bytes, without asking how many there are. */
    public void read(byte[] target) {
        TailAccess.readTail(this, TAIL, target);
    }

    public byte get(long index) {
        long offset = TailAccess.elementOffset(this, TAIL, 1, index);
        Region region = $jnvm$region().at(offset);
        return region.getByte(region.pointer(offset), 0);
    }

    public void set(long index, byte value) {
        long offset = TailAccess.elementOffset(this, TAIL, 1, index);
        Region region = $jnvm$region().at(offset);
        region.putByte(region.pointer(offset), 0, value);
    }
}
