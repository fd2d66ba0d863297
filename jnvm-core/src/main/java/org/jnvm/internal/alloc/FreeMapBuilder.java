package org.jnvm.internal.alloc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jnvm.internal.file.FreeMapImage;
import org.jnvm.internal.file.FreeMapRef;
import org.jnvm.internal.layout.FreeMapLayout;

/**
 * Collects which blocks are free when a heap is closed. Takes 4 KiB for each 8 MiB of heap that has both free and live
 * blocks. Not safe for use by several threads.
 */
public final class FreeMapBuilder {
    private static final long[] ALL_FREE = new long[FreeMapLayout.PAGE_BYTES / Long.BYTES];

    private final long end;
    /** For each group its bits, 1 is live; null if all are live. */
    private final long[][] groups;

    private long freeBlocks;

    /**
     * Starts with all blocks live.
     *
     * @param end the index after the last block to tell of: the bump pointer
     */
    public FreeMapBuilder(long end) {
        this.end = end;
        this.groups = new long[Math.toIntExact(FreeMapLayout.groups(end))][];
    }

    /**
     * Notes a free block.
     *
     * @param block its index
     * @return whether it was not noted before
     */
    public boolean addFree(long block) {
        if (block >= end) {
            return false;
        }
        int group = (int) (block >>> FreeMapLayout.GROUP_SHIFT);
        if (groups[group] == null) {
            groups[group] = new long[ALL_FREE.length];
            Arrays.fill(groups[group], -1);
        }
        long[] bits = groups[group];
        int word = (int) (block & FreeMapLayout.GROUP_BLOCKS - 1) >>> 6;
        long bit = 1L << block;
        if ((bits[word] & bit) == 0) {
            return false; // also in ALL_FREE, which is not written to
        }
        bits[word] &= ~bit;
        freeBlocks++;
        return true;
    }

    /**
     * Notes free blocks that lie one behind the other.
     *
     * @param from the index of the first
     * @param count how many
     * @return whether none of them was noted before
     */
    public boolean addFree(long from, long count) {
        long before = freeBlocks;
        addRange(from, from + count);
        return freeBlocks - before == count;
    }

    /** Notes all blocks of a range that are not live. */
    public void addFree(LiveBlocks live, long from, long to) {
        long limit = Math.min(to, end);
        for (long start = live.nextClear(from, limit); start < limit; ) {
            long next = live.nextLive(start, limit);
            addRange(start, next);
            start = live.nextClear(next, limit);
        }
    }

    private void addRange(long from, long to) {
        for (long block = from; block < to; ) {
            int group = (int) (block >>> FreeMapLayout.GROUP_SHIFT);
            boolean whole = (block & FreeMapLayout.GROUP_BLOCKS - 1) == 0 && to - block >= FreeMapLayout.GROUP_BLOCKS;
            if (whole && groups[group] == null) {
                groups[group] = ALL_FREE;
                freeBlocks += FreeMapLayout.GROUP_BLOCKS;
                block += FreeMapLayout.GROUP_BLOCKS;
            } else {
                addFree(block);
                block++;
            }
        }
    }

    /** Returns how many blocks are free. */
    public long freeBlocks() {
        return freeBlocks;
    }

    /**
     * Returns the map to be written.
     *
     * @param slabs the heap offset of each slab that has a free slot and the mask of these, in turns
     */
    public FreeMapImage build(long[] slabs) {
        ByteBuffer directory = ByteBuffer.allocate(Math.toIntExact(FreeMapLayout.directoryBytes(groups.length)))
                .order(ByteOrder.LITTLE_ENDIAN);
        long pages = 0;
        for (int group = 0; group < groups.length; group++) {
            long[] bits = groups[group];
            long entry;
            if (bits == null) {
                entry = FreeMapLayout.ALL_LIVE;
            } else if (bits == ALL_FREE || Arrays.equals(bits, ALL_FREE)) {
                groups[group] = ALL_FREE;
                entry = FreeMapLayout.ALL_FREE;
            } else {
                entry = FreeMapLayout.entry(FreeMapImages.checksum(page(bits)), FreeMapLayout.FIRST_PAGE + pages++);
            }
            directory.putLong(FreeMapLayout.ENTRIES_OFFSET + group * FreeMapLayout.ENTRY_BYTES, entry);
        }
        ByteBuffer list = FreeMapImages.longs(slabs);
        directory.putLong(FreeMapLayout.STORED_PAGES_OFFSET, pages);
        directory.putLong(FreeMapLayout.SLABS_OFFSET, slabs.length);
        directory.putInt(FreeMapLayout.SLAB_CHECKSUM_OFFSET, FreeMapImages.checksum(list));
        FreeMapRef ref = new FreeMapRef(
                FreeMapImages.bytes(end, pages, slabs.length), freeBlocks, end, FreeMapImages.checksum(directory));
        return new Image(ref, directory, list);
    }

    private static ByteBuffer page(long[] bits) {
        return FreeMapImages.longs(bits);
    }

    private final class Image implements FreeMapImage {
        private final FreeMapRef ref;
        private final ByteBuffer directory;
        private final ByteBuffer slabs;

        private Image(FreeMapRef ref, ByteBuffer directory, ByteBuffer slabs) {
            this.ref = ref;
            this.directory = directory;
            this.slabs = slabs;
        }

        @Override
        public FreeMapRef ref() {
            return ref;
        }

        @Override
        public void writeTo(Sink sink) throws IOException {
            sink.accept(directory.duplicate());
            for (long[] bits : groups) {
                if (bits != null && bits != ALL_FREE) {
                    sink.accept(page(bits));
                }
            }
            int padded = Math.toIntExact(FreeMapLayout.wholePages(slabs.capacity()));
            sink.accept(ByteBuffer.allocate(padded).put(slabs.duplicate()).rewind());
        }
    }
}
