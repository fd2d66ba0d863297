package org.jnvm.fuzz;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent object with a tail of references. */
final class Links extends FuzzObject {
    private static final int LENGTH = 8;
    private static final int TAIL = 16;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Links.class, """
            class org.jnvm.fuzz.Links
            version 1
            extends -
            bytes 16
            field org.jnvm.fuzz.Links length J 8
            tail L 16 8""", Links::new);

    Links(int length) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, 8, length));
        putLong(LENGTH, length);
    }

    private Links(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    int length() {
        return (int) getLong(LENGTH);
    }

    Object get(int index) {
        return TailAccess.getElement(this, TAIL, index);
    }

    void set(int index, Object target) {
        TailAccess.setElement(this, TAIL, index, target);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
