package org.jnvm.internal.inspect;

import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.recovery.Trace;

/**
 * Where the objects of a {@link Reachable} were copied to: a word for each of their blocks and slots, found by how many
 * marks there are before it, so that no key is stored and nothing is hashed.
 */
final class Forwarding {
    private static final int PAGE_SHIFT = 16;
    private static final int PAGE_MASK = (1 << PAGE_SHIFT) - 1;

    private final Ranks blocks;
    private final Ranks slots;
    private final long count;
    private final long[][] words;

    Forwarding(Reachable reachable) {
        Trace trace = reachable.trace();
        MarkBitmap live = trace.live();
        long end = live.end();
        blocks = new Ranks(live, end);
        slots = new Ranks(trace.slots(), end * Trace.SLOT_BITS);
        count = blocks.count + slots.count;
        words = new long[(int) (count >>> PAGE_SHIFT) + 1][];
    }

    private long index(long ref) {
        long offset = Reference.offset(ref);
        if (!Reference.isSlot(ref)) {
            return blocks.before(offset >>> BlockLayout.BLOCK_SHIFT);
        }
        return blocks.count + slots.before(Trace.slotBit(offset));
    }

    /** Returns where an object went, 0 if it was not copied yet. */
    long get(long ref) {
        long index = index(ref);
        long[] page = words[(int) (index >>> PAGE_SHIFT)];
        return page == null ? 0 : page[(int) index & PAGE_MASK];
    }

    /** Notes where an object went. */
    void set(long ref, long copy) {
        long index = index(ref);
        int page = (int) (index >>> PAGE_SHIFT);
        if (words[page] == null) {
            words[page] = new long[(int) Math.min(PAGE_MASK + 1, count - ((long) page << PAGE_SHIFT))];
        }
        words[page][(int) index & PAGE_MASK] = copy;
    }

    /** How many bits of a bitmap are set before one. */
    private static final class Ranks {
        private final MarkBitmap bits;
        /** For each word of the bitmap. */
        private final long[] before;

        private final long count;

        private Ranks(MarkBitmap bits, long end) {
            this.bits = bits;
            before = new long[(int) (end >>> 6) + 1];
            long sum = 0;
            for (int word = 0; word < before.length; word++) {
                before[word] = sum;
                sum += Long.bitCount(bits.word(word));
            }
            count = sum;
        }

        private long before(long bit) {
            return before[(int) (bit >>> 6)] + Long.bitCount(bits.word(bit >>> 6) & (1L << bit) - 1);
        }
    }
}
