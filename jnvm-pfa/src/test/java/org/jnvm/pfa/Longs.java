package org.jnvm.pfa;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent array of longs, as a data type would make it: one block or many. */
final class Longs extends AbstractProxy {
    private static final int LENGTH = 8;
    private static final int TAIL = 16;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Longs.class, """
            class org.jnvm.pfa.Longs
            version 1
            extends -
            bytes 16
            field org.jnvm.pfa.Longs length J 8
            tail J 16 8""", Longs::new);

    private long[] blocks;

    Longs(int length) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, Long.BYTES, length));
        region.putLong(pointer, LENGTH, length);
    }

    private Longs(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
        this.blocks = blocks;
    }

    int length() {
        return (int) region.getLong(pointer, LENGTH);
    }

    long get(int index) {
        return region.getLongAt(TailAccess.elementOffset(this, TAIL, Long.BYTES, index));
    }

    void set(int index, long value) {
        region.putLongAt(TailAccess.elementOffset(this, TAIL, Long.BYTES, index), value);
    }

    /** Writes elements in bulk. */
    void write(int index, long... values) {
        TailAccess.writeTail(this, TAIL, index, values, 0, values.length);
    }

    /** Writes bytes of elements in bulk; the number is a multiple of 8 only by chance. */
    void writeBytes(long index, byte[] values) {
        TailAccess.writeTail(this, TAIL, index, values, 0, values.length);
    }

    /** Reads elements in bulk. */
    long[] read(int index, int count) {
        long[] values = new long[count];
        TailAccess.readTail(this, TAIL, index, values, 0, count);
        return values;
    }

    long[] all() {
        return read(0, length());
    }

    @Override
    public void $jnvm$bind(Region newRegion, long newRef, long[] newBlocks) {
        super.$jnvm$bind(newRegion, newRef, newBlocks);
        blocks = newBlocks;
    }

    @Override
    public long[] $jnvm$blocks() {
        return blocks;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
