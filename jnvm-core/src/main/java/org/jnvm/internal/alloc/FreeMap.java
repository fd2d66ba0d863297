package org.jnvm.internal.alloc;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jnvm.internal.file.FreeMapBytes;
import org.jnvm.internal.layout.FreeMapLayout;
import org.jnvm.internal.layout.StateLayout;

/**
 * The free map that a clean close left, as the free store asks for it: read page by page as blocks are needed.
 *
 * <p>It trusts no byte of it. A page whose checksum does not hold counts as live: its free blocks are out of use until a
 * recovery pass finds them.
 *
 * <p>Not safe for use by several threads.
 */
public final class FreeMap implements LiveBlocks {
    private static final long NO_GROUP = -1;

    private final FreeMapBytes bytes;
    private final long end;
    private final long pagesOffset;
    private final Runnable onDamage;
    private final long[] page = new long[FreeMapLayout.PAGE_BYTES / Long.BYTES];
    /** Which group {@link #page} is about. */
    private long loaded = NO_GROUP;

    /** The entry that was read last, and its group. */
    private long entry;

    private long entryGroup = NO_GROUP;
    private boolean damaged;

    private FreeMap(FreeMapBytes bytes, Runnable onDamage) {
        this.bytes = bytes;
        this.end = bytes.ref().end();
        this.pagesOffset = FreeMapLayout.directoryBytes(FreeMapLayout.groups(end));
        this.onDamage = onDamage;
    }

    /**
     * Reads and checks the directory of a map.
     *
     * @param bytes the map
     * @param bump the bump pointer of the heap
     * @param onDamage called once if a page turns out to be damaged
     * @return the map, or null if it is damaged or about another state of the heap
     */
    public static FreeMap of(FreeMapBytes bytes, long bump, Runnable onDamage) {
        long end = bytes.ref().end();
        long free = bytes.ref().freeBlocks();
        if (end != bump || end < StateLayout.FIRST_BLOCK || free < 0 || free > end - StateLayout.FIRST_BLOCK) {
            return null;
        }
        FreeMap map = new FreeMap(bytes, onDamage);
        return map.isSound() ? map : null;
    }

    private boolean isSound() {
        if (pagesOffset > bytes.ref().bytes()) {
            return false;
        }
        CRC32C crc = new CRC32C();
        for (long at = 0; at < pagesOffset; at += FreeMapLayout.PAGE_BYTES) {
            crc.update(bytes.read(at, FreeMapLayout.PAGE_BYTES));
        }
        if ((int) crc.getValue() != bytes.ref().directoryChecksum()) {
            return false;
        }
        ByteBuffer header = bytes.read(0, FreeMapLayout.ENTRIES_OFFSET);
        long pages = header.getLong(FreeMapLayout.STORED_PAGES_OFFSET);
        long slabs = header.getLong(FreeMapLayout.SLABS_OFFSET);
        long most = bytes.ref().bytes() / Long.BYTES;
        return pages >= 0
                && pages <= most
                && slabs >= 0
                && slabs <= most
                && bytes.ref().bytes() == FreeMapImages.bytes(end, pages, slabs);
    }

    /**
     * Returns the slabs that have a free slot.
     *
     * @return the heap offset of each and the mask of its free slots, in turns; none if the list is damaged
     */
    public long[] slabs() {
        ByteBuffer header = bytes.read(0, FreeMapLayout.ENTRIES_OFFSET);
        long count = header.getLong(FreeMapLayout.SLABS_OFFSET);
        long start = pagesOffset + header.getLong(FreeMapLayout.STORED_PAGES_OFFSET) * FreeMapLayout.PAGE_BYTES;
        ByteBuffer list = bytes.read(start, Math.toIntExact(count * Long.BYTES));
        if (FreeMapImages.checksum(list) != header.getInt(FreeMapLayout.SLAB_CHECKSUM_OFFSET)) {
            noteDamage();
            return new long[0];
        }
        long[] blocks = new long[(int) count];
        list.asLongBuffer().get(blocks);
        return blocks;
    }

    /** Returns how many blocks are free. */
    public long freeBlocks() {
        return bytes.ref().freeBlocks();
    }

    private void noteDamage() {
        if (!damaged) {
            damaged = true;
            onDamage.run();
        }
    }

    private long entry(long group) {
        if (group != entryGroup) {
            long offset = FreeMapLayout.ENTRIES_OFFSET + group * FreeMapLayout.ENTRY_BYTES;
            entry = bytes.read(offset, FreeMapLayout.ENTRY_BYTES).getLong();
            entryGroup = group;
        }
        return entry;
    }

    /** Gets the page of a group; one that is damaged counts as live. */
    private void load(long group) {
        if (loaded == group) {
            return;
        }
        long offset =
                pagesOffset + (FreeMapLayout.kindOrPage(entry) - FreeMapLayout.FIRST_PAGE) * FreeMapLayout.PAGE_BYTES;
        boolean sound = false;
        if (offset + FreeMapLayout.PAGE_BYTES <= bytes.ref().bytes()) {
            ByteBuffer read = bytes.read(offset, FreeMapLayout.PAGE_BYTES);
            sound = FreeMapImages.checksum(read) == FreeMapLayout.checksum(entry);
            read.asLongBuffer().get(page);
        }
        if (!sound) {
            Arrays.fill(page, -1);
            noteDamage();
        }
        loaded = group;
    }

    @Override
    public long nextClear(long from, long to) {
        return next(from, to, FreeMapLayout.ALL_LIVE, 0);
    }

    @Override
    public long nextLive(long from, long to) {
        return next(from, to, FreeMapLayout.ALL_FREE, -1);
    }

    /**
     * Finds a block.
     *
     * @param none the kind of group that has no such block
     * @param flip 0 to find a bit that is 0, -1 to find one that is 1
     */
    private long next(long from, long to, long none, long flip) {
        long limit = Math.min(to, end);
        for (long block = from; block < limit; ) {
            long group = block >>> FreeMapLayout.GROUP_SHIFT;
            long kind = FreeMapLayout.kindOrPage(entry(group));
            long groupEnd = group + 1 << FreeMapLayout.GROUP_SHIFT;
            if (kind == none) {
                block = groupEnd;
                continue;
            }
            if (kind < FreeMapLayout.FIRST_PAGE) {
                return block;
            }
            load(group);
            while (block < groupEnd) {
                long word = page[(int) (block & FreeMapLayout.GROUP_BLOCKS - 1) >>> 6];
                long found = ~(word ^ flip) & -1L << block;
                if (found != 0) {
                    return Math.min(to, (block & -64) + Long.numberOfTrailingZeros(found));
                }
                block = (block & -64) + 64;
            }
        }
        return none == FreeMapLayout.ALL_LIVE ? to : Math.min(to, Math.max(from, limit));
    }
}
