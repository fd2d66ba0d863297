package org.jnvm.testing;

import org.jnvm.spi.Access;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** What the transformer would add to every persistent class; the classes of this package are written by hand. */
public abstract class TestObject implements Proxy {
    private Region region;
    private long ref;
    private long[] blocks;

    TestObject() {}

    TestObject(Region region, long ref, long[] blocks) {
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

    /** The place of a field's block, as generated code computes it. */
    final long place(int off) {
        return at(off).place(region.far(ref, blocks, off));
    }

    final Region at(int off) {
        return off < 256 ? region : region.at(region.far(ref, blocks, off));
    }

    final long getLong(int off) {
        return at(off).getLong(place(off), off & 255);
    }

    final void putLong(int off, long value) {
        at(off).putLong(place(off), off & 255, value);
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
