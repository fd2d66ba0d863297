package org.jnvm.bench.micro;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class of one block as the transformer would make it: an int and a long. */
final class Cell extends AbstractProxy {
    /** Object offset of {@code count}. */
    static final int COUNT = 8;
    /** Object offset of {@code value}. */
    static final int VALUE = 16;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Cell.class, """
            class org.jnvm.bench.micro.Cell
            version 1
            extends -
            bytes 24
            field org.jnvm.bench.micro.Cell count I 8
            field org.jnvm.bench.micro.Cell value J 16""", Cell::new);

    /** Allocates a cell in the heap that the thread has entered; all fields are zero. */
    Cell() {
        Allocation.allocate(this);
    }

    private Cell(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    int count() {
        return Region.getInt(region, pointer, COUNT);
    }

    void setCount(int count) {
        Region.putInt(region, pointer, COUNT, count);
    }

    long value() {
        return Region.getLong(region, pointer, VALUE);
    }

    void setValue(long value) {
        Region.putLong(region, pointer, VALUE, value);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
