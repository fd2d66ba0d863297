package org.jnvm.pdt;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.spi.Region;

/** What the proxies of objects with a variable part have in common: also where their further blocks are. */
abstract class TailObject extends AbstractProxy {
    private long[] blocks;

    TailObject() {}

    @Override
    public final long[] $jnvm$blocks() {
        return blocks;
    }

    @Override
    public final void $jnvm$bind(Region newRegion, long newRef, long[] newBlocks) {
        super.$jnvm$bind(newRegion, newRef, newBlocks);
        blocks = newBlocks;
    }
}
