package org.jnvm.internal.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.SlabLayout;

/**
 * Which pages of a heap are slabs: what stands there where blocks begin in other pages is part of objects, and must not be
 * taken for headers. A page that was not asked about before is looked at: the word at which it begins is a header in both
 * cases. From then on it is what it was found to be, until the allocator makes it something else.
 *
 * <p>A byte for each page, 1/4096 of the heap. Safe for use by several threads.
 */
public final class PageKinds {
    private static final byte UNKNOWN = 0;
    private static final byte BLOCKS = 1;
    private static final byte SLAB = 2;

    private static final int PART_SHIFT = 12;
    private static final int PART_MASK = (1 << PART_SHIFT) - 1;
    private static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);

    private final MappedHeap heap;
    private volatile byte[][] parts = new byte[1][];

    PageKinds(MappedHeap heap) {
        this.heap = heap;
    }

    /** Tells whether a page of the heap, by the heap offset of anything in it, is a slab. */
    public boolean isSlab(long offset) {
        int page = (int) (offset >>> PageLayout.PAGE_SHIFT);
        byte[][] known = parts;
        byte[] part = page >>> PART_SHIFT < known.length ? known[page >>> PART_SHIFT] : null;
        byte kind = part == null ? UNKNOWN : (byte) BYTES.getOpaque(part, page & PART_MASK);
        return kind == UNKNOWN ? lookAt(page) : kind == SLAB;
    }

    private boolean lookAt(int page) {
        long start = (long) page << PageLayout.PAGE_SHIFT;
        long header = heap.chunkOf(start).loadLong(start);
        boolean slab = SlabLayout.isPageHeader(header);
        byte[] part = part(page);
        BYTES.compareAndSet(part, page & PART_MASK, UNKNOWN, slab ? SLAB : BLOCKS);
        return (byte) BYTES.getVolatile(part, page & PART_MASK) == SLAB;
    }

    /** Makes a page known as a slab, or as 16 blocks, as its header is about to say. */
    public void set(long offset, boolean slab) {
        int page = (int) (offset >>> PageLayout.PAGE_SHIFT);
        BYTES.setVolatile(part(page), page & PART_MASK, slab ? SLAB : BLOCKS);
    }

    /** Looks at all pages anew: the heap was changed by what knows nothing of pages, as the replay of a log. */
    public synchronized void forget() {
        parts = new byte[1][];
    }

    private byte[] part(int page) {
        int number = page >>> PART_SHIFT;
        byte[][] known = parts;
        return number < known.length && known[number] != null ? known[number] : addPart(number);
    }

    private synchronized byte[] addPart(int number) {
        byte[][] known = parts;
        if (number < known.length && known[number] != null) {
            return known[number];
        }
        byte[][] more = Arrays.copyOf(known, Math.max(known.length, number + 1));
        more[number] = new byte[1 << PART_SHIFT];
        parts = more;
        return more[number];
    }
}
