package org.jnvm.bench.proxy;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent byte array. */
public final class Bytes extends TailProxy {
    private static final int LENGTH = 8;
    private static final int TAIL = 16;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Bytes.class, """
            class org.jnvm.bench.proxy.Bytes
            version 1
            extends -
            bytes 16
            field org.jnvm.bench.proxy.Bytes length J 8
            tail B 16 8""", Bytes::new);

    /** Allocates an array of zeros in the heap that the thread has entered. */
    public Bytes(int length) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, 1, length));
        region.putLong(pointer, LENGTH, length);
    }

    private Bytes(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /** Writes the first bytes. */
    public void write(byte[] source) {
        TailAccess.initialiseTail(this, TAIL, source);
    }

    /** Reads the first bytes. */
    public void read(byte[] target) {
        TailAccess.readTail(this, TAIL, target);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
