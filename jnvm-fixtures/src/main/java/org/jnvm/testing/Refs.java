package org.jnvm.testing;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class with a tail of references. */
public final class Refs extends TestObject {
    private static final int LENGTH = 8;
    private static final int TAIL = 16;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Refs.class, """
            class org.jnvm.testing.Refs
            version 1
            extends -
            bytes 16
            field org.jnvm.testing.Refs length J 8
            tail L 16 8""", Refs::new);

    /** Makes an array of nulls. */
    public Refs(int length) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, 8, length));
        putLong(LENGTH, length);
    }

    private Refs(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    public int length() {
        return (int) getLong(LENGTH);
    }

    public Object get(int index) {
        return TailAccess.getElement(this, TAIL, index);
    }

    public void set(int index, Object value) {
        TailAccess.setElement(this, TAIL, index, value);
    }

    /** Tells whether the blocks lie one behind the other. */
    public boolean isContiguous() {
        return $jnvm$blocks() == null;
    }
}
