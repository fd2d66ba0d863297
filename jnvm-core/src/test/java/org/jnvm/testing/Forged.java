package org.jnvm.testing;

import org.jnvm.runtime.Identity;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** A proxy bound by hand to whatever reference a test says, as one of an existing class. */
public final class Forged implements Proxy {
    private final Proxy model;
    private Region region;
    private long ref;

    /**
     * Makes the proxy.
     *
     * @param model whose class and heap it pretends to have
     * @param ref the reference
     */
    public Forged(Proxy model, long ref) {
        this.model = model;
        this.ref = ref;
        this.region = model.$jnvm$region();
    }

    /** Returns the reference to a block, with the generation that its header has. */
    public static long ref(Proxy model, long offset) {
        return 1L << 56 | (model.$jnvm$region().getLongAt(offset) & 0xFF) << 48 | offset;
    }

    @Override
    public Region $jnvm$region() {
        return region;
    }

    @Override
    public long $jnvm$ref() {
        return ref;
    }

    @Override
    public void $jnvm$bind(Region newRegion, long newRef, long[] blocks) {
        region = newRegion;
        ref = newRef;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return model.$jnvm$descriptor();
    }

    @Override
    public String toString() {
        return Identity.describe(this);
    }
}
