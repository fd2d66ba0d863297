package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.UUID;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.wal.BlockFile;
import org.jnvm.internal.wal.Checkpoint;
import org.jnvm.internal.wal.CheckpointMark;
import org.jnvm.internal.wal.CheckpointWriter;
import org.jnvm.internal.wal.WriteAheadLog;

/** A write-ahead log that holds a part of a heap, as a crash left them. */
final class PendingWal implements AutoCloseable {
    private final Path file;
    private final WriteAheadLog log;
    private final CheckpointMark mark;
    /** The number after its last batch. */
    private final long end;

    private final Superblocks superblocks;
    private final long heapBytes;

    private PendingWal(
            Path file, WriteAheadLog log, CheckpointMark mark, long end, Superblocks superblocks, long heapBytes) {
        this.file = file;
        this.log = log;
        this.mark = mark;
        this.end = end;
        this.superblocks = superblocks;
        this.heapBytes = heapBytes;
    }

    /**
     * Finds out whether a part of a heap is in its log. Changes nothing.
     *
     * @param file the heap file
     * @param channel a channel on it
     * @return the log, null if the heap is in its file as a whole
     * @throws HeapFormatException if the log is missing, damaged or of another moment, or the file is no heap
     */
    static PendingWal find(Path file, FileChannel channel) throws IOException {
        UUID wanted = null;
        HeapFormatException unreadable = null;
        try {
            Superblock plain = Superblocks.read(file, channel).newest();
            if (!plain.hasWal()) {
                return null;
            }
            wanted = plain.walId();
        } catch (HeapFormatException e) {
            unreadable = e; // a crash during a checkpoint of both copies? the log has them
        }
        if (!WalFiles.exist(file)) {
            throw unreadable != null ? unreadable : missing(file, wanted, "there are no such files");
        }
        BlockFile[] files = WalFiles.openToRead(file);
        try {
            WriteAheadLog log = new WriteAheadLog(files[0], files[1]);
            UUID found = wanted != null ? wanted : log.newestId();
            if (found == null || log.heapOf(found) == null) {
                throw unreadable != null ? unreadable : missing(file, wanted, "found=" + log.newestId());
            }
            ByteBuffer pages = firstPages(channel);
            CheckpointMark mark = CheckpointMark.read(pages, found);
            if (mark == null) {
                throw unreadable != null ? unreadable : damagedMark(file, found);
            }
            long end = overlay(file, pages, channel.size(), log, mark);
            Superblocks whole = Superblocks.read(file, channel.size(), pages);
            boolean belongs = whole.newest().walId().equals(found)
                    && log.heapOf(found).equals(whole.newest().heapId());
            if (!belongs) {
                throw unreadable != null
                        ? unreadable
                        : missing(file, wanted, "found a log of heap id=" + log.heapOf(found));
            }
            return new PendingWal(file, log, mark, end, whole, channel.size());
        } catch (IOException | RuntimeException | Error e) {
            files[0].close();
            files[1].close();
            throw e;
        }
    }

    private static HeapFormatException missing(Path file, UUID wanted, String found) {
        return new HeapFormatException("a part of the heap is in its write-ahead log, which is missing: heap=" + file
                + ", expected log id=" + wanted + ", " + found + "; put the files " + file.getFileName()
                + ".wal0 and "
                + file.getFileName() + ".wal1 beside it again, or restore all three from copies of one moment");
    }

    private static HeapFormatException damagedMark(Path file, UUID walId) {
        return new HeapFormatException("heap file damaged: it has no checkpoint mark of its write-ahead log: heap="
                + file + ", log id=" + walId + "; restore heap file and log from copies of one moment");
    }

    private static ByteBuffer firstPages(FileChannel channel) throws IOException {
        ByteBuffer pages = ByteBuffer.allocate(Superblocks.PAGES_BYTES);
        FileBytes.readFully(channel, pages, 0);
        return pages.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Makes the first pages what they will be when the log is checkpointed; returns the number after its last batch. */
    private static long overlay(Path file, ByteBuffer pages, long heapBytes, WriteAheadLog log, CheckpointMark mark)
            throws IOException {
        return replay(
                file,
                log,
                mark,
                payload -> CheckpointWriter.forEachPage(payload, heapBytes, (offset, lines, at) -> {
                    if (offset < pages.capacity()) {
                        CheckpointWriter.overlay(payload, lines, at, pages, (int) offset);
                    }
                }));
    }

    /** Replays a log; what it is refused for names the heap file, which the log does not know. */
    private static long replay(Path file, WriteAheadLog log, CheckpointMark mark, WriteAheadLog.PayloadSink sink)
            throws IOException {
        try {
            return log.replay(mark, sink);
        } catch (HeapFormatException e) {
            throw new HeapFormatException("write-ahead log cannot be used: heap=" + file + ", " + e.getMessage(), e);
        }
    }

    /** Returns the superblock as it will be when the log is checkpointed. */
    Superblocks superblocks() {
        return superblocks;
    }

    /** Checkpoints the log, and makes the heap one that was closed without a free map; safe to be done again. */
    // persist-order: [a checkpoint of all of the log] < force (in Checkpoint) < [superblock: closed, no log] < force <
    // a new
    // log
    //   crash before the superblock: the log is there as it was, and the mark says what is in the heap file
    //   crash behind it: the heap is in its file as a whole, and the recovery pass is due, as after any crash
    void checkpoint(BlockFile heapFile) throws IOException {
        Checkpoint.resume(heapFile, mark).write(end, (from, sink) -> replay(file, log, mark, sink));
        Superblock closed = superblocks.newest().closed(FreeMapRef.NONE);
        heapFile.write(ByteBuffer.wrap(closed.toBytes()), SuperblockLayout.copyOffset((int) (closed.sequence() & 1)));
        heapFile.force();
    }

    /** Takes lines of a log. */
    @FunctionalInterface
    interface LineSink {
        /** Takes a line that goes to a heap offset. */
        void line(long offset, byte[] line);
    }

    /** Visits all lines that the log holds, in order: a line may come more than once. */
    void forEachLine(LineSink sink) throws IOException {
        replay(
                file,
                log,
                mark,
                payload -> CheckpointWriter.forEachPage(payload, heapBytes, (page, lines, at) -> {
                    byte[] line = new byte[64];
                    int from = at;
                    for (long left = lines; left != 0; left &= left - 1) {
                        payload.get(from, line);
                        from += line.length;
                        sink.line(page + 64L * Long.numberOfTrailingZeros(left), line);
                    }
                }));
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
