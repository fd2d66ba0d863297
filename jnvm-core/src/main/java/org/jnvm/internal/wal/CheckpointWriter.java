package org.jnvm.internal.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.WalLayout;

/**
 * Writes a checkpoint: gathers batches, and writes their lines to the heap file page by page, in the order of the file.
 * Not thread-safe.
 */
// persist-order: [batches in the log] < force (of whoever lets them count) < [pages of the heap file] < force of the
// heap file
//                < [header of a segment that takes the place of the batches]
//   crash in between: pages of the heap file are old, new or torn by sectors; the batches are still in the log, and are
// written
//   again. Pages are written whole: what is between their lines is written as it is there already.
public final class CheckpointWriter {
    /** So much is gathered before it is written. */
    private static final int GATHERED_BYTES = 16 << 20;

    private static final int WRITTEN_AT_ONCE = 1 << 20;
    private static final int LINE_BYTES = 64;
    private static final long ALL_LINES = -1;

    private record Page(long offset, long lines, ByteBuffer payload, int at) {}

    private final BlockFile heapFile;
    private final List<Page> pages = new ArrayList<>();
    private final ByteBuffer run = ByteBuffer.allocateDirect(WRITTEN_AT_ONCE);
    private long runStart;
    private int gathered;
    private long written;

    /**
     * Begins.
     *
     * @param heapFile the heap file
     */
    public CheckpointWriter(BlockFile heapFile) {
        this.heapFile = heapFile;
    }

    /**
     * Takes a batch, later than those before.
     *
     * @param payload its payload, which must not change from here on
     * @throws HeapFormatException if a page is not one of the heap file
     */
    public void add(ByteBuffer payload) throws IOException {
        forEachPage(payload, heapFile.size(), (offset, lines, at) -> pages.add(new Page(offset, lines, payload, at)));
        gathered += payload.limit();
        if (gathered >= GATHERED_BYTES) {
            write();
        }
    }

    /** What is done to each page of a payload. */
    public interface PageVisitor {
        /**
         * Visits a page.
         *
         * @param offset its heap offset
         * @param lines a bit for each line
         * @param at where the lines are in the payload
         */
        void page(long offset, long lines, int at);
    }

    /** Visits the pages of a payload; see {@link #add} for the arguments. */
    public static void forEachPage(ByteBuffer payload, long heapBytes, PageVisitor visitor) {
        int at = 0;
        while (at < payload.limit()) {
            boolean whole = payload.limit() - at >= WalLayout.PAGE_HEADER_BYTES;
            long offset = whole ? payload.getLong(at) : -1;
            long lines = whole ? payload.getLong(at + 8) : 0;
            int first = at + WalLayout.PAGE_HEADER_BYTES;
            int next = first + LINE_BYTES * Long.bitCount(lines);
            if (offset < 0
                    || offset % WalLayout.PAGE_BYTES != 0
                    || offset > heapBytes - WalLayout.PAGE_BYTES
                    || lines == 0
                    || next > payload.limit()) {
                throw new HeapFormatException("write-ahead log holds an impossible batch: page=" + offset + ", lines=0x"
                        + Long.toHexString(lines) + ", bytes of the heap file=" + heapBytes
                        + "; the log is not one that J-NVM wrote for this heap: restore both from a copy");
            }
            visitor.page(offset, lines, first);
            at = next;
        }
    }

    /** Writes what is gathered; {@link #force} makes it durable. */
    void write() throws IOException {
        pages.sort(Comparator.comparingLong(Page::offset)); // keeps the order of batches for each page
        for (int i = 0; i < pages.size(); ) {
            int next = i + 1;
            long lines = pages.get(i).lines();
            while (next < pages.size()
                    && pages.get(next).offset() == pages.get(i).offset()) {
                lines |= pages.get(next++).lines();
            }
            int start = runFor(pages.get(i).offset());
            if (lines != ALL_LINES) {
                heapFile.read(
                        run.duplicate().limit(start + WalLayout.PAGE_BYTES),
                        pages.get(i).offset());
            }
            for (; i < next; i++) {
                overlay(pages.get(i), run, start);
            }
            run.position(start + WalLayout.PAGE_BYTES);
        }
        writeRun();
        pages.clear();
        gathered = 0;
    }

    /** Returns where a page is in the run, which is written before if it does not go on with that page. */
    private int runFor(long offset) throws IOException {
        if (runStart + run.position() != offset || run.remaining() < WalLayout.PAGE_BYTES) {
            writeRun();
            runStart = offset;
        }
        return run.position();
    }

    private void writeRun() throws IOException {
        int bytes = run.position();
        if (bytes > 0) {
            heapFile.write(run.flip(), runStart);
            written += bytes;
        }
        run.clear();
    }

    private static void overlay(Page page, ByteBuffer target, int start) {
        overlay(page.payload(), page.lines(), page.at(), target, start);
    }

    /** Copies lines of a page to where the page is in a buffer. */
    public static void overlay(ByteBuffer payload, long lines, int at, ByteBuffer target, int start) {
        int from = at;
        for (long left = lines; left != 0; left &= left - 1) {
            int line = Long.numberOfTrailingZeros(left);
            target.put(start + line * LINE_BYTES, payload, from, LINE_BYTES);
            from += LINE_BYTES;
        }
    }

    /** Writes what is left, and waits until all of it is on the device. */
    public void force() throws IOException {
        write();
        heapFile.force();
    }

    /** Returns how many bytes were written. */
    long written() {
        return written;
    }
}
