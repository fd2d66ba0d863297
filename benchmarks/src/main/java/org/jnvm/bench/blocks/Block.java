package org.jnvm.bench.blocks;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent object that fills a block, with 31 words. */
final class Block extends AbstractProxy {
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Block.class, """
            class org.jnvm.bench.blocks.Block
            version 1
            extends -
            bytes 256
            field org.jnvm.bench.blocks.Block first J 8
            field org.jnvm.bench.blocks.Block last J 248""", Block::new);

    /** Allocates one in the heap that the thread has entered. */
    Block() {
        Allocation.allocate(this);
    }

    private Block(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    Block(Region region, long ref) {
        super(region, ref, null);
    }

    long get(int off) {
        return Region.getLong(region, pointer, off);
    }

    void set(int off, long value) {
        Region.putLong(region, pointer, off, value);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
