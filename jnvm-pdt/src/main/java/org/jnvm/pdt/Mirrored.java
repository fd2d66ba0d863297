package org.jnvm.pdt;

import org.jnvm.runtime.Allocation;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** The proxy of a collection that consists of {@link Entries}. */
interface Mirrored extends Proxy {
    /** Returns the entries. */
    Entries<?, ?> $jnvm$entries();

    /** Makes the persistent part of a new collection, in the current heap. */
    static void allocate(Mirrored collection) {
        Allocation.allocate(collection);
        collection.resurrect();
    }

    /** Builds the mirror; called by J-NVM. */
    @Override
    default void resurrect() {
        $jnvm$entries().resurrect();
    }

    @Override
    default Region $jnvm$region() {
        return $jnvm$entries().region();
    }

    @Override
    default long $jnvm$ref() {
        return $jnvm$entries().ref();
    }

    @Override
    default void $jnvm$bind(Region region, long ref, long[] blocks) {
        $jnvm$entries().bind(this, region, ref);
    }
}
