package org.jnvm.testing;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.spi.Region;

/** What the transformer would add to every persistent class; the classes of this package are written by hand. */
public abstract class TestObject extends AbstractProxy {
    private long[] blocks;

    TestObject() {}

    TestObject(Region region, long ref, long[] blocks) {
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

    /** The tagged pointer of a field's block, as generated code computes it. */
    final long pointer(int off) {
        return at(off).pointer(region.far($jnvm$ref(), blocks, off));
    }

    final Region at(int off) {
        return off < 256 ? region : region.at(region.far($jnvm$ref(), blocks, off));
    }

    final long getLong(int off) {
        return at(off).getLong(pointer(off), Region.within(off));
    }

    final void putLong(int off, long value) {
        at(off).putLong(pointer(off), Region.within(off), value);
    }
}
