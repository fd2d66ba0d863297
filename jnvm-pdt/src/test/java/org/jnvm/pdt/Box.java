package org.jnvm.pdt;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it: one long, equal by value. */
final class Box extends AbstractProxy {
    private static final int VALUE = 8;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Box.class, """
            class org.jnvm.pdt.Box
            version 1
            extends -
            bytes 248
            field org.jnvm.pdt.Box value J 8""", Box::new);

    Box(long value) {
        Allocation.allocate(this);
        region.putLong(pointer, VALUE, value);
    }

    private Box(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long value() {
        return region.getLong(pointer, VALUE);
    }

    void set(long value) {
        region.putLong(pointer, VALUE, value);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Box that && value() == that.value();
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value() & 7); // collides on purpose
    }

    @Override
    public String toString() {
        return "Box " + value();
    }
}
