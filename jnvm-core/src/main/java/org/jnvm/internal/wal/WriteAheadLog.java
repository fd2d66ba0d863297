package org.jnvm.internal.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.WalLayout;

/**
 * The write-ahead log; see {@link WalLayout}. One thread appends; what was sealed, another one may checkpoint
 * meanwhile.
 */
public final class WriteAheadLog implements AutoCloseable {
    private final BlockFile[] files;
    private final SegmentHeader[] headers = new SegmentHeader[2];
    /** What {@link #lastWhole} found: what was there before {@link #begin} does not change. */
    private final Map<SegmentHeader, Long> lastWhole = new HashMap<>();

    /** The segment that is appended to, once there is one. */
    private SegmentHeader current;

    private long end;
    private long nextNumber;

    /**
     * Reads the headers.
     *
     * @param even the file of segments with even numbers
     * @param odd that of the others
     */
    public WriteAheadLog(BlockFile even, BlockFile odd) throws IOException {
        files = new BlockFile[] {even, odd};
        for (int i = 0; i < 2; i++) {
            headers[i] = newestHeader(files[i], i);
        }
    }

    /** Returns the header that counts of a file, or null if it has none. */
    private static SegmentHeader newestHeader(BlockFile file, int parity) throws IOException {
        SegmentHeader newest = null;
        for (int copy = 0; copy < 2; copy++) {
            if (file.size() < copy * WalLayout.PAGE_BYTES + WalLayout.HEADER_BYTES) {
                break; // a file that was being made
            }
            ByteBuffer bytes = ByteBuffer.allocate(WalLayout.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            file.read(bytes, (long) copy * WalLayout.PAGE_BYTES);
            SegmentHeader read = SegmentHeader.fromBytes(bytes);
            if (read != null
                    && (read.sequence() & 1) == parity
                    && (newest == null || read.sequence() > newest.sequence())) {
                newest = read;
            }
        }
        return newest;
    }

    /** Returns the heap that a log belongs to, null if no segment of it is here. */
    public UUID heapOf(UUID walId) {
        SegmentHeader newest = newestSegment(walId);
        return newest == null ? null : newest.heapId();
    }

    /** Returns the header of the newest segment of a log, null if there is none. */
    SegmentHeader newestSegment(UUID walId) {
        SegmentHeader newest = null;
        for (SegmentHeader header : headers) {
            if (header != null
                    && header.walId().equals(walId)
                    && (newest == null || header.sequence() > newest.sequence())) {
                newest = header;
            }
        }
        return newest;
    }

    /** Returns the id of the newest log that has a segment here, null if there is none. */
    public UUID newestId() {
        SegmentHeader newest = null;
        for (SegmentHeader header : headers) {
            newest = header != null && (newest == null || header.sequence() > newest.sequence()) ? header : newest;
        }
        return newest == null ? null : newest.walId();
    }

    /** Takes the payloads of batches, in order. */
    @FunctionalInterface
    public interface PayloadSink {
        /** Takes one, which does not change later. */
        void payload(ByteBuffer payload) throws IOException;
    }

    /**
     * Visits all batches that may not be in the heap file, of whole snapshots, in order.
     *
     * @param mark the checkpoint mark of the heap file; a segment of its log is here
     * @param sink gets them
     * @return the number after the last batch
     * @throws HeapFormatException if batches are missing that were acknowledged, or heap file and log are not of one
     *     moment
     */
    public long replay(CheckpointMark mark, PayloadSink sink) throws IOException {
        SegmentHeader newest = newestSegment(mark.walId());
        long end = lastWhole(newest) + 1;
        if (mark.touched() > end) {
            throw ofTwoMoments(newest, mark, "the log ends before batch=" + end, "heap file is newer");
        }
        if (mark.done() < newest.firstNumber()) {
            SegmentHeader older = headers[1 - (int) (newest.sequence() & 1)];
            boolean there = older != null
                    && older.walId().equals(mark.walId())
                    && older.sequence() == newest.sequence() - 1
                    && older.firstNumber() <= mark.done();
            if (!there) {
                throw ofTwoMoments(newest, mark, "the log begins behind them", "heap file is older");
            }
            long last = lastWhole(older);
            if (last < newest.firstNumber() - 1) {
                throw new HeapFormatException("write-ahead log damaged: heap id=" + newest.heapId() + ", batches "
                        + mark.done() + " to " + (newest.firstNumber() - 1) + " are expected in segment "
                        + older.sequence() + ", found up to=" + last
                        + "; restore heap file and log from copies of one moment");
            }
            visit(older, mark.done(), newest.firstNumber(), sink);
        }
        visit(newest, mark.done(), end, sink);
        return end;
    }

    private static HeapFormatException ofTwoMoments(
            SegmentHeader newest, CheckpointMark mark, String log, String which) {
        return new HeapFormatException("heap file and write-ahead log are not of one moment: " + which + ", heap id="
                + newest.heapId() + ", log id=" + mark.walId() + ", the heap file has batches before "
                + mark.done() + " and maybe some before " + mark.touched() + ", " + log + ", segment="
                + newest.sequence() + "; restore heap file, .wal0 and .wal1 from copies of one moment");
    }

    /** Returns the number of the last batch that ends a snapshot which is there as a whole. */
    private long lastWhole(SegmentHeader header) throws IOException {
        Long known = lastWhole.get(header);
        if (known != null) {
            return known;
        }
        BatchReader reader = reader(header);
        long last = header.firstNumber() - 1;
        while (reader.next() != null) {
            if (reader.isLast()) {
                last = reader.number();
            }
        }
        lastWhole.put(header, last);
        return last;
    }

    /** Visits the batches of a segment from a number on, up to another one; all must be there. */
    private void visit(SegmentHeader segment, long from, long end, PayloadSink sink) throws IOException {
        BatchReader reader = reader(segment);
        while (reader.number() + 1 < end) {
            ByteBuffer payload = reader.next();
            if (payload == null) {
                throw new IOException("batch " + (reader.number() + 1) + " of the write-ahead log cannot be read back");
            }
            if (reader.number() >= from) {
                sink.payload(payload);
            }
        }
    }

    private BatchReader reader(SegmentHeader header) throws IOException {
        return new BatchReader(files[(int) (header.sequence() & 1)], header);
    }

    /**
     * Begins a new log: what is in the files does not count for it.
     *
     * @param heapId the heap
     * @param walId the new log
     */
    // persist-order: [heap file] < force < [superblock: closed] < force (the caller) < [header] < force < [first batch]
    //   crash before the superblock names the log: it belongs to no heap
    void begin(UUID heapId, UUID walId) throws IOException {
        long sequence = 0;
        for (SegmentHeader header : headers) {
            sequence = header == null ? sequence : Math.max(sequence, header.sequence() + 1);
        }
        begin(new SegmentHeader(heapId, walId, sequence, 0));
    }

    /**
     * Goes on with the other segment, whose batches are all in the heap file; those of the one before are not.
     *
     * @return the segment that is sealed
     */
    // persist-order: [pages of the other segment in the heap file] < force < [checkpoint mark] < force (both in
    // Checkpoint)
    //                < [its new header] < force < [its first batch]
    //   crash before the header: the checkpoint mark says that nothing of the other segment is needed
    //   A torn header leaves the one before, whose batches are untouched yet.
    SegmentHeader switchSegment() throws IOException {
        SegmentHeader sealed = current;
        begin(new SegmentHeader(current.heapId(), current.walId(), current.sequence() + 1, nextNumber));
        return sealed;
    }

    private void begin(SegmentHeader next) throws IOException {
        BlockFile file = files[(int) (next.sequence() & 1)];
        file.write(next.toBytes(), WalLayout.headerOffset(next.sequence()));
        file.force();
        headers[(int) (next.sequence() & 1)] = next;
        current = next;
        end = WalLayout.BATCHES_OFFSET;
    }

    /**
     * Appends a batch; {@link #force} makes it durable.
     *
     * @param batch the batch
     * @param last whether it is the last of its snapshot
     * @return the bytes written
     */
    long append(Batch batch, boolean last) throws IOException {
        ByteBuffer bytes = batch.end(current.walId(), nextNumber, last);
        long length = bytes.remaining();
        files[(int) (current.sequence() & 1)].write(bytes, end);
        nextNumber++;
        end += length;
        return length;
    }

    /** Waits until what was appended is on the device. */
    void force() throws IOException {
        files[(int) (current.sequence() & 1)].force();
    }

    /** Returns the bytes of the current segment that are in use. */
    long usedBytes() {
        return end;
    }

    /** Returns the segment that is appended to. */
    SegmentHeader current() {
        return current;
    }

    /** Returns the number after the last batch of the current segment, or of the one before it. */
    long endOf(SegmentHeader segment) {
        return segment.sequence() == current.sequence() ? nextNumber : current.firstNumber();
    }

    /** Visits the batches of the current segment, or of the one before it, from a number on. */
    void visit(SegmentHeader segment, long from, PayloadSink sink) throws IOException {
        visit(segment, from, endOf(segment), sink);
    }

    @Override
    public void close() throws IOException {
        try {
            files[0].close();
        } finally {
            files[1].close();
        }
    }
}
