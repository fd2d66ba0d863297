package org.jnvm.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.AreaLayout;

/**
 * The write-ahead area; see {@link AreaLayout}. One thread appends; what was sealed, another one may bring home
 * meanwhile.
 */
public final class Area implements AutoCloseable {
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
    public Area(BlockFile even, BlockFile odd) throws IOException {
        files = new BlockFile[] {even, odd};
        for (int i = 0; i < 2; i++) {
            headers[i] = newestHeader(files[i], i);
        }
    }

    /** Returns the header that counts of a file, or null if it has none. */
    private static SegmentHeader newestHeader(BlockFile file, int parity) throws IOException {
        SegmentHeader newest = null;
        for (int copy = 0; copy < 2; copy++) {
            if (file.size() < copy * AreaLayout.PAGE_BYTES + AreaLayout.HEADER_BYTES) {
                break; // a file that was being made
            }
            ByteBuffer bytes = ByteBuffer.allocate(AreaLayout.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            file.read(bytes, (long) copy * AreaLayout.PAGE_BYTES);
            SegmentHeader read = SegmentHeader.fromBytes(bytes);
            if (read != null
                    && (read.sequence() & 1) == parity
                    && (newest == null || read.sequence() > newest.sequence())) {
                newest = read;
            }
        }
        return newest;
    }

    /** Returns the heap that an area belongs to, null if no segment of it is here. */
    public UUID heapOf(UUID areaId) {
        SegmentHeader newest = newestSegment(areaId);
        return newest == null ? null : newest.heapId();
    }

    /** Returns the header of the newest segment of an area, null if there is none. */
    SegmentHeader newestSegment(UUID areaId) {
        SegmentHeader newest = null;
        for (SegmentHeader header : headers) {
            if (header != null
                    && header.areaId().equals(areaId)
                    && (newest == null || header.sequence() > newest.sequence())) {
                newest = header;
            }
        }
        return newest;
    }

    /** Returns the id of the newest area that has a segment here, null if there is none. */
    public UUID newestId() {
        SegmentHeader newest = null;
        for (SegmentHeader header : headers) {
            newest = header != null && (newest == null || header.sequence() > newest.sequence()) ? header : newest;
        }
        return newest == null ? null : newest.areaId();
    }

    /**
     * Finds out which number the next batch has, before {@link #begin} goes on with an area: a number that was there
     * before, in the same file, could make an old batch count.
     *
     * @param areaId the area, of which a segment is here
     */
    void goOnAfter(UUID areaId) throws IOException {
        nextNumber = lastWhole(newestSegment(areaId)) + 1;
    }

    /** Takes the payloads of batches, in order. */
    @FunctionalInterface
    public interface PayloadSink {
        /** Takes one, which does not change later. */
        void payload(ByteBuffer payload) throws IOException;
    }

    /**
     * Visits all batches that may not be home, of whole captures, in order.
     *
     * @param areaId the area, of which a segment is here
     * @param sink gets them
     * @throws HeapFormatException if batches are missing that were acknowledged
     */
    public void replay(UUID areaId, PayloadSink sink) throws IOException {
        SegmentHeader newest = newestSegment(areaId);
        SegmentHeader older = headers[1 - (int) (newest.sequence() & 1)];
        if (newest.homeNumber() < newest.firstNumber()) {
            boolean there = older != null
                    && older.areaId().equals(areaId)
                    && older.sequence() == newest.sequence() - 1
                    && older.firstNumber() <= newest.homeNumber();
            long last = there ? lastWhole(older) : -1;
            if (last < newest.firstNumber() - 1) {
                throw new HeapFormatException("write-ahead area damaged: heap id=" + newest.heapId() + ", batches "
                        + newest.homeNumber() + " to " + (newest.firstNumber() - 1) + " are expected in segment "
                        + (newest.sequence() - 1) + ", found up to=" + last
                        + "; restore heap and area from a copy");
            }
            visit(older, newest.firstNumber() - 1, sink);
        }
        visit(newest, lastWhole(newest), sink);
    }

    /** Returns the number of the last batch that ends a capture which is there as a whole. */
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

    private void visit(SegmentHeader header, long upTo, PayloadSink sink) throws IOException {
        BatchReader reader = reader(header);
        while (reader.number() < upTo) {
            sink.payload(reader.next());
        }
    }

    private BatchReader reader(SegmentHeader header) throws IOException {
        return new BatchReader(files[(int) (header.sequence() & 1)], header);
    }

    /**
     * Begins a segment before which everything is home: what is in the area does not count from here on.
     *
     * @param heapId the heap
     * @param areaId the area: a new one, or that which was replayed
     */
    // persist-order: [home] < force (the caller) < [header] < force < [first batch]
    //   crash before: the area is as it was, and is replayed (again), or belongs to no heap
    void begin(UUID heapId, UUID areaId) throws IOException {
        long sequence = 0;
        for (SegmentHeader header : headers) {
            sequence = header == null ? sequence : Math.max(sequence, header.sequence() + 1);
        }
        begin(new SegmentHeader(heapId, areaId, sequence, nextNumber, nextNumber));
    }

    /**
     * Goes on with the other segment, whose batches are all home; those of the one before are not.
     *
     * @return the segment that is sealed
     */
    // persist-order: [pages of the other segment at home] < force < [its new header] < force < [its first batch]
    //   crash before the header: both segments are replayed, the other one for nothing
    //   A torn header leaves the one before, whose batches are untouched yet.
    SegmentHeader goOn() throws IOException {
        SegmentHeader sealed = current;
        begin(new SegmentHeader(
                current.heapId(), current.areaId(), current.sequence() + 1, nextNumber, current.firstNumber()));
        return sealed;
    }

    private void begin(SegmentHeader next) throws IOException {
        BlockFile file = files[(int) (next.sequence() & 1)];
        file.write(next.toBytes(), AreaLayout.headerOffset(next.sequence()));
        file.force();
        headers[(int) (next.sequence() & 1)] = next;
        current = next;
        end = AreaLayout.BATCHES_OFFSET;
    }

    /**
     * Appends a batch; {@link #force} makes it durable.
     *
     * @param batch the batch
     * @param last whether it is the last of its capture
     * @return the bytes written
     */
    long append(Batch batch, boolean last) throws IOException {
        ByteBuffer bytes = batch.end(current.areaId(), nextNumber, last);
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

    /** Visits all batches of a segment, which must all be there; see {@link #replay}. */
    void visitAll(SegmentHeader segment, PayloadSink sink) throws IOException {
        BatchReader reader = reader(segment);
        long upTo = segment.sequence() == current.sequence() ? nextNumber : current.firstNumber();
        while (reader.number() + 1 < upTo) {
            ByteBuffer payload = reader.next();
            if (payload == null) {
                throw new IOException(
                        "batch " + (reader.number() + 1) + " of the write-ahead area cannot be read back");
            }
            sink.payload(payload);
        }
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
