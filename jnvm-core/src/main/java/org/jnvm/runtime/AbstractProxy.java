package org.jnvm.runtime;

import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A base for proxies that are written by hand and extend nothing else: where the object is, and identity by heap,
 * address and generation. For objects of one block; {@link #$jnvm$bind} and {@link #$jnvm$blocks} are to be overridden
 * for larger ones.
 */
public abstract class AbstractProxy implements Proxy {
    /** The chunk that holds the first block, or the slot. */
    protected Region region;
    /** Where that is in it, for the accessors of {@link #region}. */
    protected long pointer;

    private long ref;

    /** For constructors of new objects, which allocate next. */
    @SuppressWarnings("NullAway.Init")
    protected AbstractProxy() {}

    /**
     * For resurrect constructors.
     *
     * @param region the chunk of the first block, or of the slot
     * @param ref the reference word
     * @param blocks the block offsets, or null; see {@link Proxy#$jnvm$bind}
     */
    protected AbstractProxy(Region region, long ref, long @Nullable [] blocks) {
        this.region = region;
        this.ref = ref;
        this.pointer = region.pointer(ref, blocks);
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
    public void $jnvm$bind(Region newRegion, long newRef, long @Nullable [] blocks) {
        region = newRegion;
        ref = newRef;
        pointer = newRegion.pointer(newRef, blocks);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return Identity.equal(this, other);
    }

    @Override
    public int hashCode() {
        return Identity.hash(this);
    }

    @Override
    public String toString() {
        return Identity.describe(this);
    }
}
