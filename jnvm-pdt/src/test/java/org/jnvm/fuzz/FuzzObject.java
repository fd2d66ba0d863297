package org.jnvm.fuzz;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.spi.Region;

/** What the transformer would add to the persistent classes of these tests. */
abstract class FuzzObject extends AbstractProxy {
    private long[] blocks;

    FuzzObject() {}

    FuzzObject(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
        this.blocks = blocks;
    }

    @Override
    public final long[] $jnvm$blocks() {
        return blocks;
    }

    @Override
    public final void $jnvm$bind(Region newRegion, long newRef, long[] newBlocks) {
        super.$jnvm$bind(newRegion, newRef, newBlocks);
        blocks = newBlocks;
    }

    final long getLong(int off) {
        long block = region.far($jnvm$ref(), off < 256 ? null : blocks, off);
        Region at = off < 256 ? region : region.at(block);
        return at.getLong(at.pointer(block), Region.within(off));
    }

    final void putLong(int off, long value) {
        long block = region.far($jnvm$ref(), off < 256 ? null : blocks, off);
        Region at = off < 256 ? region : region.at(block);
        at.putLong(at.pointer(block), Region.within(off), value);
    }
}
