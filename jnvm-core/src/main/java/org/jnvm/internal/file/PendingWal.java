package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.UUID;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.wal.BlockFile;
import org.jnvm.internal.wal.Checkpoint;
import org.jnvm.internal.wal.CheckpointMark;
import org.jnvm.internal.wal.CheckpointWriter;
import org.jnvm.internal.wal.WriteAheadLog;

/** A write-ahead area that holds a part of a heap, as a crash left them. */
final class PendingWal implements AutoCloseable {
    private final WriteAheadLog area;
    private final CheckpointMark mark;
    /** The number after its last batch. */
    private final long end;

    private final Superblocks superblocks;
    private final long homeBytes;

    private PendingWal(WriteAheadLog area, CheckpointMark mark, long end, Superblocks superblocks, long homeBytes) {
        this.area = area;
        this.mark = mark;
        this.end = end;
        this.superblocks = superblocks;
        this.homeBytes = homeBytes;
    }

    /**
     * Finds out whether a part of a heap is in its area. Changes nothing.
     *
     * @param file the heap file
     * @param channel a channel on it
     * @return the area, null if the heap is in its file as a whole
     * @throws HeapFormatException if the area is missing, damaged or of another moment, or the file is no heap
     */
    static PendingWal find(Path file, FileChannel channel) throws IOException {
        UUID wanted = null;
        HeapFormatException unreadable = null;
        try {
            Superblock plain = Superblocks.read(file, channel).newest();
            if (!plain.hasArea()) {
                return null;
            }
            wanted = plain.areaId();
        } catch (HeapFormatException e) {
            unreadable = e; // a crash while both copies were brought home? the area has them
        }
        if (!WalFiles.exist(file)) {
            throw unreadable != null ? unreadable : missing(file, wanted, "there are no such files");
        }
        BlockFile[] files = WalFiles.openToRead(file);
        try {
            WriteAheadLog area = new WriteAheadLog(files[0], files[1]);
            UUID found = wanted != null ? wanted : area.newestId();
            if (found == null || area.heapOf(found) == null) {
                throw unreadable != null ? unreadable : missing(file, wanted, "found=" + area.newestId());
            }
            ByteBuffer pages = firstPages(channel);
            CheckpointMark mark = CheckpointMark.read(pages, found);
            if (mark == null) {
                throw unreadable != null ? unreadable : damagedMark(file, found);
            }
            long end = overlay(pages, channel.size(), area, mark);
            Superblocks whole = Superblocks.read(file, channel.size(), pages);
            boolean belongs = whole.newest().areaId().equals(found)
                    && area.heapOf(found).equals(whole.newest().heapId());
            if (!belongs) {
                throw unreadable != null
                        ? unreadable
                        : missing(file, wanted, "found an area of heap id=" + area.heapOf(found));
            }
            return new PendingWal(area, mark, end, whole, channel.size());
        } catch (IOException | RuntimeException | Error e) {
            files[0].close();
            files[1].close();
            throw e;
        }
    }

    private static HeapFormatException missing(Path file, UUID wanted, String found) {
        return new HeapFormatException("a part of the heap is in its write-ahead area, which is missing: heap=" + file
                + ", expected area id=" + wanted + ", " + found + "; put the files " + file.getFileName()
                + ".area0 and "
                + file.getFileName() + ".area1 beside it again, or restore all three from copies of one moment");
    }

    private static HeapFormatException damagedMark(Path file, UUID areaId) {
        return new HeapFormatException("heap file damaged: it has no home mark of its write-ahead area: heap=" + file
                + ", area id=" + areaId + "; restore heap file and area from copies of one moment");
    }

    private static ByteBuffer firstPages(FileChannel channel) throws IOException {
        ByteBuffer pages = ByteBuffer.allocate(Superblocks.PAGES_BYTES);
        FileBytes.readFully(channel, pages, 0);
        return pages.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Makes the first pages what they will be when the area is brought home; returns the number after its last batch. */
    private static long overlay(ByteBuffer pages, long homeBytes, WriteAheadLog area, CheckpointMark mark)
            throws IOException {
        return area.replay(
                mark,
                payload -> CheckpointWriter.forEachPage(payload, homeBytes, (offset, lines, at) -> {
                    if (offset < pages.capacity()) {
                        CheckpointWriter.overlay(payload, lines, at, pages, (int) offset);
                    }
                }));
    }

    /** Returns the superblock as it will be when the area is brought home. */
    Superblocks superblocks() {
        return superblocks;
    }

    /** Brings the area home, and makes the heap one that was closed without a free map; safe to be done again. */
    // persist-order: [all of the area at home] < force (in Checkpoint) < [superblock: closed, no area] < force < a new
    // area
    //   crash before the superblock: the area is there as it was, and the mark says what is home
    //   crash behind it: the heap is in its file as a whole, and the recovery pass is due, as after any crash
    void bringHome(BlockFile home) throws IOException {
        Checkpoint.goOn(home, mark).bring(end, (from, sink) -> area.replay(mark, sink));
        Superblock closed = superblocks.newest().closed(FreeMapRef.NONE);
        home.write(ByteBuffer.wrap(closed.toBytes()), SuperblockLayout.copyOffset((int) (closed.sequence() & 1)));
        home.force();
    }

    /** Puts what the area holds into a private mapping of the heap file. */
    void overlay(HeapFile heap) throws IOException {
        area.replay(
                mark,
                payload -> CheckpointWriter.forEachPage(payload, homeBytes, (page, lines, at) -> {
                    byte[] line = new byte[64];
                    int from = at;
                    for (long left = lines; left != 0; left &= left - 1) {
                        long offset = page + 64L * Long.numberOfTrailingZeros(left);
                        payload.get(from, line);
                        from += line.length;
                        if (offset < heap.bytes()) {
                            MappedChunk chunk = heap.chunkOf(offset);
                            chunk.storeBytes(offset, line, 0, line.length);
                        }
                    }
                }));
    }

    @Override
    public void close() throws IOException {
        area.close();
    }
}
