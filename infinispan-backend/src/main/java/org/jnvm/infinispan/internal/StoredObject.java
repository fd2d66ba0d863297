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

    /** Returns how many bytes there are at the end, inside an epoch-protected section in which the object was found valid. */
    final int tailLength(int tailOffset, int lengthOffset) {
        long length = region.getLong(pointer, lengthOffset);
        if (length < 0
                || length > Integer.MAX_VALUE
                || !TailAccess.reaches(this, TailAccess.bytesWithTail(tailOffset, 1, length) - 1)) {
            throw damaged("length", length);
        }
        return (int) length;
    }

    /** Reads some of the bytes at the end, in the same section. */
    final byte[] readTail(int tailOffset, int from, int to) {
        byte[] bytes = new byte[to - from];
        if (from == 0) {
            TailAccess.readTail(this, tailOffset, bytes);
        } else if (from < to) {
            TailAccess.readTail(this, tailOffset, from, bytes, 0, bytes.length);
        }
        return bytes;
    }

    final HeapFormatException damaged(String what, long found) {
        return FieldAccess.damaged(this, "entry of a cache is damaged", what + "=" + found);
    }
}
