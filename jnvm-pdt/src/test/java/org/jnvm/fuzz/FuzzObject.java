package org.jnvm.fuzz;

import org.jnvm.spi.Access;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** What the transformer would add to the persistent classes of these tests. */
abstract class FuzzObject implements Proxy {
    private Region region;
    private long ref;
    private long[] blocks;

    FuzzObject() {}

    FuzzObject(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    @Override
    public final Region $jnvm$region() {
        return region;
    }

    @Override
    public final long $jnvm$ref() {
        return ref;
    }

    @Override
    public final long[] $jnvm$blocks() {
        return blocks;
    }

    @Override
    public final void $jnvm$bind(Region newRegion, long newRef, long[] newBlocks) {
        region = newRegion;
        ref = newRef;
        blocks = newBlocks;
    }

    final long getLong(int off) {
        long block = region.far(ref, off < 256 ? null : blocks, off);
        Region at = off < 256 ? region : region.at(block);
        return at.getLong(at.place(block), off & 255);
    }

    final void putLong(int off, long value) {
        long block = region.far(ref, off < 256 ? null : blocks, off);
        Region at = off < 256 ? region : region.at(block);
        at.putLong(at.place(block), off & 255, value);
    }

    @Override
    public final boolean equals(Object other) {
        return Access.equal(this, other);
    }

    @Override
    public final int hashCode() {
        return Access.hash(this);
    }

    @Override
    public final String toString() {
        return Access.describe(this);
    }
}
