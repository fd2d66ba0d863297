package org.jnvm.pdt.internal.value;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.spi.Region;

/** What the proxies of objects with a variable part have in common: also where their further blocks are. */
public abstract class TailObject extends AbstractProxy {
    private long[] blocks;

    /** For a new object, which is allocated next, or one that is bound next. */
    protected TailObject() {}

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
