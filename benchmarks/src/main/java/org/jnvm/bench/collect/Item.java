package org.jnvm.bench.collect;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A small persistent object with a number, as the transformer would make it. */
final class Item extends AbstractProxy {
    private static final int VALUE = 8;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Item.class, """
            class org.jnvm.bench.collect.Item
            version 1
            extends -
            bytes 24
            field org.jnvm.bench.collect.Item value J 8
            field org.jnvm.bench.collect.Item next Lorg.jnvm.bench.collect.Item; 16""", Item::new);

    /** Makes one in the heap that the thread has entered. */
    Item(long value) {
        Allocation.allocate(this);
        region.putLong(pointer, VALUE, value);
    }

    private Item(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long value() {
        return region.getLong(pointer, VALUE);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
