package org.jnvm.bench.proxy;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.spi.Region;

/** A proxy written by hand of an object that may take several blocks. */
public abstract class TailProxy extends AbstractProxy {
    private long[] blocks;

    /** For constructors of new objects. */
    protected TailProxy() {}

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
