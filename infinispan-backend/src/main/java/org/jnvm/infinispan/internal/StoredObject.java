package org.jnvm.infinispan.internal;

import org.jnvm.HeapFormatException;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.Region;

/** An object of the store that never changes once it is made, with bytes at its end. */
abstract class StoredObject extends AbstractProxy {
    private long[] blocks;

    @Override
    public final long[] $jnvm$blocks() {
        return blocks;
    }

    @Override
    public final void $jnvm$bind(Region newRegion, long newRef, long[] newBlocks) {
        super.$jnvm$bind(newRegion, newRef, newBlocks);
        blocks = newBlocks;
    }

    /** Reads the bytes at the end, inside an epoch-protected section in which the object was found valid. */
    final byte[] readTail(int tailOffset, int lengthOffset) {
        long length = region.getLong(pointer, lengthOffset);
        if (length < 0
                || length > Integer.MAX_VALUE
                || !TailAccess.reaches(this, TailAccess.bytesWithTail(tailOffset, 1, length) - 1)) {
            throw damaged("length", length);
        }
        byte[] bytes = new byte[(int) length];
        TailAccess.readTail(this, tailOffset, bytes);
        return bytes;
    }

    final HeapFormatException damaged(String what, long found) {
        return FieldAccess.damaged(this, "entry of a cache is damaged", what + "=" + found);
    }
}
