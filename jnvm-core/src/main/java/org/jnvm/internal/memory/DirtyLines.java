package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The lines of a chunk that were written back and are in no snapshot yet, in domain {@code DISK}: a bitmap in levels, so that
 * a snapshot finds them without looking at the clean part of the heap.
 *
 * <p>A word tells the lines of a page; above it a word tells the pages of a group of 64, one above that the groups of a
 * span of 16 MiB, and one the spans of the chunk. Spans are made at their first mark.
 *
 * <p>Safe for use by any number of markers and one thread that takes. <b>Nothing is lost:</b> a marker sets its line
 * first and then sees to it that each level above says so, whether it or another marker made it so; the taker clears from
 * above, so a marker that saw a bit of a level set did so before that level was cleared, and the taker comes to its line
 * after that.
 */
public final class DirtyLines {
    /** What a snapshot does with the lines of a page. */
    @FunctionalInterface
    public interface PageSink {
        /**
         * Takes a page.
         *
         * @param offset heap offset of the page
         * @param lines a bit for each line, the lowest for the first
         */
        void page(long offset, long lines);
    }

    /** log2 of the bytes of a page: one word of lines. */
    public static final int PAGE_SHIFT = 12;
    /** Bytes of a page. */
    public static final int PAGE_BYTES = 1 << PAGE_SHIFT;

    private static final int LINE_SHIFT = 6;
    private static final int SPAN_SHIFT = PAGE_SHIFT + 12;
    private static final int PAGES_IN_SPAN = 1 << SPAN_SHIFT - PAGE_SHIFT;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SPANS = MethodHandles.arrayElementVarHandle(Span[].class);
    private static final VarHandle GROUPS;
    private static final VarHandle DIRTY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            GROUPS = lookup.findVarHandle(Span.class, "dirtyGroups", long.class);
            DIRTY = lookup.findVarHandle(DirtyLines.class, "dirtySpans", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The bits of 16 MiB. */
    private static final class Span {
        final long[] lines = new long[PAGES_IN_SPAN];
        final long[] pages = new long[PAGES_IN_SPAN / 64];
        volatile long dirtyGroups;
        /** Pages that were taken since they were forgotten last. */
        final long[] taken = new long[PAGES_IN_SPAN / 64];
    }

    private final long start;
    private final AtomicLong dirtyPages;
    private final Span[] spans;
    private volatile long dirtySpans;
    private final AtomicLong takenPages = new AtomicLong();

    /**
     * Makes the bits of a chunk, none set.
     *
     * @param start heap offset of the chunk
     * @param bytes bytes of the chunk, at most 1 GiB
     * @param dirtyPages counts the pages of the heap that have a line set
     */
    public DirtyLines(long start, long bytes, AtomicLong dirtyPages) {
        this.start = start;
        this.dirtyPages = dirtyPages;
        this.spans = new Span[(int) (bytes + (1L << SPAN_SHIFT) - 1 >>> SPAN_SHIFT)];
    }

    /** Marks the line that holds a heap offset. When this returns, the next snapshot to begin takes it. */
    public void mark(long offset) {
        long at = offset - start;
        mark((int) (at >>> PAGE_SHIFT), 1L << (at >>> LINE_SHIFT));
    }

    /** Marks the lines of a range; see {@link #mark(long)}. */
    void mark(long offset, long length) {
        long first = offset - start >>> LINE_SHIFT;
        long last = offset - start + length - 1 >>> LINE_SHIFT;
        for (long line = first; line <= last; line = (line | 63) + 1) {
            long upTo = Math.min(last, line | 63);
            mark((int) (line >>> 6), -1L >>> 63 - (upTo - line) << line);
        }
    }

    /** Marks all lines of a page that a mask names. */
    void markPage(long offset, long lines) {
        mark((int) (offset - start >>> PAGE_SHIFT), lines);
    }

    private void mark(int page, long lines) {
        int index = page >>> SPAN_SHIFT - PAGE_SHIFT;
        Span span = (Span) SPANS.getAcquire(spans, index);
        if (span == null) {
            span = newSpan(index);
        }
        int inSpan = page & PAGES_IN_SPAN - 1;
        if ((long) LONGS.getAndBitwiseOr(span.lines, inSpan, lines) == 0) {
            dirtyPages.getAndIncrement();
        }
        int group = inSpan >>> 6;
        long pageBit = 1L << inSpan;
        if (((long) LONGS.getVolatile(span.pages, group) & pageBit) == 0) {
            LONGS.getAndBitwiseOr(span.pages, group, pageBit);
        }
        long groupBit = 1L << group;
        if ((span.dirtyGroups & groupBit) == 0) {
            GROUPS.getAndBitwiseOr(span, groupBit);
        }
        long spanBit = 1L << index;
        if ((dirtySpans & spanBit) == 0) {
            DIRTY.getAndBitwiseOr(this, spanBit);
        }
    }

    private Span newSpan(int index) {
        Span made = new Span();
        Span found = (Span) SPANS.compareAndExchange(spans, index, (Span) null, made);
        return found == null ? made : found;
    }

    /** Takes all marks that were complete when this was called, and maybe later ones; by one thread at a time. */
    public void take(PageSink sink) {
        long left = (long) DIRTY.getAndSet(this, 0L);
        for (; left != 0; left &= left - 1) {
            int index = Long.numberOfTrailingZeros(left);
            take(spans[index], start + ((long) index << SPAN_SHIFT), sink);
        }
    }

    /** Returns how many pages were taken at least once, and not {@linkplain #forgetTaken forgotten} since. */
    long takenPages() {
        return takenPages.get();
    }

    /** Forgets of whole pages that they were taken. */
    void forgetTaken(long offset, long bytes) {
        int end = (int) (offset + bytes - start >>> PAGE_SHIFT);
        for (int page = (int) (offset - start >>> PAGE_SHIFT); page < end; page++) {
            Span span = (Span) SPANS.getAcquire(spans, page >>> SPAN_SHIFT - PAGE_SHIFT);
            if (span != null) {
                int inSpan = page & PAGES_IN_SPAN - 1;
                long bit = 1L << inSpan;
                long before = (long) LONGS.getAndBitwiseAnd(span.taken, inSpan >>> 6, ~bit);
                takenPages.addAndGet((before & bit) == 0 ? 0 : -1);
            }
        }
    }

    private void take(Span span, long spanOffset, PageSink sink) {
        for (long groups = (long) GROUPS.getAndSet(span, 0L); groups != 0; groups &= groups - 1) {
            int group = Long.numberOfTrailingZeros(groups);
            for (long pages = (long) LONGS.getAndSet(span.pages, group, 0L); pages != 0; pages &= pages - 1) {
                long bit = pages & -pages;
                if (((long) LONGS.getVolatile(span.taken, group) & bit) == 0) {
                    LONGS.getAndBitwiseOr(span.taken, group, bit); // nobody else sets bits
                    takenPages.incrementAndGet();
                }
                int page = (group << 6) + Long.numberOfTrailingZeros(pages);
                long lines = (long) LONGS.getAndSet(span.lines, page, 0L);
                if (lines != 0) {
                    dirtyPages.getAndDecrement();
                    sink.page(spanOffset + ((long) page << PAGE_SHIFT), lines);
                }
            }
        }
    }
}
