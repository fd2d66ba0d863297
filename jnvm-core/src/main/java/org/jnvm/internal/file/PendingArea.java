package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.UUID;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.disk.Area;
import org.jnvm.internal.disk.BlockFile;
import org.jnvm.internal.disk.HomeWriter;
import org.jnvm.internal.memory.MappedChunk;

/** A write-ahead area that holds a part of a heap, as a crash left them. */
final class PendingArea implements AutoCloseable {
    private final Area area;
    private final UUID areaId;
    private final Superblocks superblocks;
    private final long homeBytes;

    private PendingArea(Area area, UUID areaId, Superblocks superblocks, long homeBytes) {
        this.area = area;
        this.areaId = areaId;
        this.superblocks = superblocks;
        this.homeBytes = homeBytes;
    }

    /**
     * Finds out whether a part of a heap is in its area. Changes nothing.
     *
     * @param file the heap file
     * @param channel a channel on it
     * @return the area, null if the heap is in its file as a whole
     * @throws HeapFormatException if the area is missing or damaged, or the file is no heap
     */
    static PendingArea find(Path file, FileChannel channel) throws IOException {
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
        if (!AreaFiles.exist(file)) {
            throw unreadable != null ? unreadable : missing(file, wanted, "there are no such files");
        }
        BlockFile[] files = AreaFiles.openToRead(file);
        try {
            Area area = new Area(files[0], files[1]);
            UUID found = wanted != null ? wanted : area.newestId();
            if (found == null || area.heapOf(found) == null) {
                throw unreadable != null ? unreadable : missing(file, wanted, "found=" + area.newestId());
            }
            Superblocks whole = overlaid(file, channel, area, found);
            boolean belongs = whole.newest().areaId().equals(found)
                    && area.heapOf(found).equals(whole.newest().heapId());
            if (!belongs) {
                throw unreadable != null
                        ? unreadable
                        : missing(file, wanted, "found an area of heap id=" + area.heapOf(found));
            }
            return new PendingArea(area, found, whole, channel.size());
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
                + file.getFileName() + ".area1 beside it again, or restore all three from a copy");
    }

    /** Reads the superblock as it will be when the area is brought home. */
    private static Superblocks overlaid(Path file, FileChannel channel, Area area, UUID areaId) throws IOException {
        long size = channel.size();
        ByteBuffer pages = ByteBuffer.allocate((int) Math.min(size, Superblocks.PAGES_BYTES));
        FileBytes.readFully(channel, pages, 0);
        pages.order(ByteOrder.LITTLE_ENDIAN);
        area.replay(
                areaId,
                payload -> HomeWriter.forEachPage(payload, size, (offset, lines, at) -> {
                    if (offset < pages.capacity()) {
                        HomeWriter.overlay(payload, lines, at, pages, (int) offset);
                    }
                }));
        return Superblocks.read(file, size, pages);
    }

    /** Returns the id of the area. */
    UUID areaId() {
        return areaId;
    }

    /** Returns the superblock as it will be when the area is brought home. */
    Superblocks superblocks() {
        return superblocks;
    }

    /** Brings the area home; safe to be cut short by a crash, and done again. */
    void bringHome(BlockFile home) throws IOException {
        HomeWriter writer = new HomeWriter(home);
        area.replay(areaId, writer::add);
        writer.force();
    }

    /** Puts what the area holds into a private mapping of the heap file. */
    void overlay(HeapFile heap) throws IOException {
        area.replay(
                areaId,
                payload -> HomeWriter.forEachPage(payload, homeBytes, (page, lines, at) -> {
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
