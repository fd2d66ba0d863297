package org.jnvm.bench.micro;

import org.jnvm.spi.Access;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** A persistent class of one block as the transformer would make it: an int and a long. */
final class Cell implements Proxy {
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

    private Region region;
    private long place;
    private long ref;

    /** Allocates a cell in the heap that the thread has entered; all fields are zero. */
    Cell() {
        Access.allocate(this);
    }

    private Cell(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    int count() {
        return region.getInt(place, COUNT);
    }

    void setCount(int count) {
        region.putInt(place, COUNT, count);
    }

    long value() {
        return region.getLong(place, VALUE);
    }

    void setValue(long value) {
        region.putLong(place, VALUE, value);
    }

    @Override
    public Region $jnvm$region() {
        return region;
    }

    @Override
    public long $jnvm$ref() {
        return ref;
    }

    @Override
    public void $jnvm$bind(Region newRegion, long newRef, long[] blocks) {
        region = newRegion;
        place = newRegion.place(newRef);
        ref = newRef;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public boolean equals(Object other) {
        return Access.equal(this, other);
    }

    @Override
    public int hashCode() {
        return Access.hash(this);
    }

    @Override
    public String toString() {
        return Access.describe(this);
    }
}
