package org.jnvm.runtime;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** Where a field of an object lies in its heap. */
final class FieldOffsets {
    private FieldOffsets() {}

    /**
     * Returns the heap offset of a field.
     *
     * @throws org.jnvm.StaleObjectException if the object was freed
     */
    static long of(Proxy self, int off) {
        Region region = Region.bound(self.$jnvm$region());
        long ref = self.$jnvm$ref();
        region.check(ref);
        long[] blocks = off < BlockLayout.BLOCK_BYTES ? null : self.$jnvm$blocks();
        return Reference.offset(region.far(ref, blocks, off)) + Region.within(off);
    }
}
