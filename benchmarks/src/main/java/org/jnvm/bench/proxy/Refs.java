package org.jnvm.bench.proxy;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** A persistent array of references. */
public final class Refs extends TailProxy {
    private static final int LENGTH = 8;
    private static final int TAIL = 16;
    private static final int WORD_BYTES = 8;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Refs.class, """
            class org.jnvm.bench.proxy.Refs
            version 1
            extends -
            bytes 16
            field org.jnvm.bench.proxy.Refs length J 8
            tail L 16 8""", Refs::new);

    /** Allocates an array of nulls in the heap that the thread has entered. */
    public Refs(int length) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, WORD_BYTES, length));
        region.putLong(pointer, LENGTH, length);
    }

    private Refs(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /** Returns how many references there are. */
    public int length() {
        return (int) region.getLong(pointer, LENGTH);
    }

    /** Returns an element. */
    public Object get(int index) {
        return TailAccess.getElement(this, TAIL, index);
    }

    /** Stores an element; what it leads to is made valid first if this array is. */
    public void set(int index, Proxy value) {
        TailAccess.setElement(this, TAIL, index, value);
    }

    /** Stores an element, durable when this returns. */
    public void setDurably(int index, Proxy value) {
        TailAccess.setElement(this, TAIL, index, value);
        TailAccess.pwbElement(this, TAIL, WORD_BYTES, index);
        Durability.psync(this);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
