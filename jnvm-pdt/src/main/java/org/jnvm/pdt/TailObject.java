package org.jnvm.pdt;

import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** What the proxies of objects with a variable part have in common: where the object is. */
abstract class TailObject implements Proxy {
    private Region region;
    private long ref;
    private long[] blocks;

    TailObject() {}

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
}
