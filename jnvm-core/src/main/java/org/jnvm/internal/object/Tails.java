package org.jnvm.internal.object;

import java.util.Objects;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;

/** Copies between arrays of primitives and the tails of objects: in one piece, or a linked block at a time. */
public final class Tails {
    /** Bytes that are copied at once, if they lie one behind the other. */
    private static final long PIECE = 1L << 30;

    private Tails() {}

    /**
     * Returns log2 of the bytes of an element.
     *
     * @param array an array of primitives other than {@code boolean}
     */
    public static int elementShift(Object array) {
        if (array instanceof byte[]) {
            return 0;
        } else if (array instanceof short[] || array instanceof char[]) {
            return 1;
        } else if (array instanceof int[] || array instanceof float[]) {
            return 2;
        } else if (array instanceof long[] || array instanceof double[]) {
            return 3;
        }
        throw new IllegalArgumentException("not an array of primitives that tails have: class="
                + array.getClass().getName() + "; use byte, short, char, int, float, long or double");
    }

    /** Tells where the current bytes of a stretch of one block are. */
    public interface Redirect {
        /** Returns the heap offset at which the {@code bytes} bytes lie that belong at a heap offset. */
        long apply(long at, int bytes);
    }

    /**
     * Loads elements of a tail.
     *
     * @param space the heap's objects
     * @param ref the object
     * @param blocks the offsets of its linked blocks, or null if its bytes lie one behind the other
     * @param tailOffset the object offset of element 0
     * @param index the first element to load; not checked
     * @param array an array of the elements' type
     * @param from where to put it in the array
     * @param count how many
     * @param redirect tells where the current bytes are; null: where they belong
     */
    public static void load(
            ObjectReader space,
            long ref,
            long[] blocks,
            int tailOffset,
            long index,
            Object array,
            int from,
            int count,
            Redirect redirect) {
        copy(space, false, ref, blocks, tailOffset, index, array, from, count, redirect);
    }

    /** Stores elements of a tail, each by one store, in no particular order; not written back. See {@link #load}. */
    public static void store(
            ObjectReader space,
            long ref,
            long[] blocks,
            int tailOffset,
            long index,
            Object array,
            int from,
            int count,
            Redirect redirect) {
        copy(space, true, ref, blocks, tailOffset, index, array, from, count, redirect);
    }

    private static void copy(
            ObjectReader space,
            boolean store,
            long ref,
            long[] blocks,
            int tailOffset,
            long index,
            Object array,
            int from,
            int count,
            Redirect redirect) {
        int shift = elementShift(array);
        Objects.checkFromIndexSize(from, count, java.lang.reflect.Array.getLength(array));
        long off = tailOffset + (index << shift);
        for (int done = 0; done < count; ) {
            long left = (long) (count - done) << shift;
            long at;
            long bytes;
            if (blocks != null) {
                int within = BlockLayout.inLinkedBlock(off);
                at = blocks[BlockLayout.linkedBlock(off)] + within;
                bytes = Math.min(left, BlockLayout.BLOCK_BYTES - within);
            } else {
                at = Reference.offset(ref) + off;
                // a failure-atomic block has copies of some blocks
                bytes = redirect == null
                        ? Math.min(left, PIECE)
                        : Math.min(left, BlockLayout.BLOCK_BYTES - (off & BlockLayout.BLOCK_MASK));
            }
            at = redirect == null ? at : redirect.apply(at, (int) bytes);
            int part = (int) (bytes >> shift);
            if (store) {
                space.storeElements(at, array, from + done, part, shift);
            } else {
                space.loadElements(at, array, from + done, part, shift);
            }
            done += part;
            off += bytes;
        }
    }
}
