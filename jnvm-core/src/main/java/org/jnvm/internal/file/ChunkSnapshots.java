package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.CheckpointMarkLayout;
import org.jnvm.internal.memory.DirtyLines;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.wal.BlockFile;
import org.jnvm.internal.wal.SnapshotSource;

/** The mapped chunks of a heap, as domain {@code DISK} snapshots them. */
final class ChunkSnapshots implements SnapshotSource {
    private static final int PAGES_AT_ONCE = 256;

    private final MappedHeap heap;

    ChunkSnapshots(MappedHeap heap) {
        this.heap = heap;
    }

    @Override
    public void takeDirty(DirtyLines.PageSink sink) {
        for (MappedChunk chunk : heap.chunks()) {
            chunk.takeDirty(sink);
        }
    }

    @Override
    public void loadLine(long offset, long[] line) {
        heap.chunkOf(offset).loadLine(offset, line);
    }

    @Override
    public long privateBytes() {
        long pages = 0;
        for (MappedChunk chunk : heap.chunks()) {
            pages += chunk.takenPages();
        }
        return pages << DirtyLines.PAGE_SHIFT;
    }

    @Override
    public void markUnlike(BlockFile heapFile) throws IOException {
        for (MappedChunk chunk : heap.chunks()) {
            long start = chunk.start();
            int pages = (int) (chunk.end() - start >>> DirtyLines.PAGE_SHIFT);
            BitSet own = chunk.privatePages(start, pages);
            if (own == null) {
                own = new BitSet();
                own.set(0, pages);
            }
            for (int page = own.nextSetBit(0); page >= 0; ) {
                int end = Math.min(own.nextClearBit(page), page + PAGES_AT_ONCE);
                markUnlike(heapFile, chunk, start + ((long) page << DirtyLines.PAGE_SHIFT), end - page);
                page = own.nextSetBit(end);
            }
        }
    }

    private static void markUnlike(BlockFile heapFile, MappedChunk chunk, long from, int pages) throws IOException {
        ByteBuffer there = ByteBuffer.allocate(pages << DirtyLines.PAGE_SHIFT).order(ByteOrder.LITTLE_ENDIAN);
        heapFile.read(there, from);
        long[] line = new long[BlockLayout.LINE_BYTES / 8];
        for (int page = 0; page < pages; page++) {
            long unlike = 0;
            int start = page << DirtyLines.PAGE_SHIFT;
            for (int at = 0; at < DirtyLines.PAGE_BYTES; at += BlockLayout.LINE_BYTES) {
                if (CheckpointMarkLayout.isCopy(from + start + at)) {
                    continue;
                }
                chunk.loadLine(from + start + at, line);
                for (int i = 0; i < line.length; i++) {
                    if (there.getLong(start + at + 8 * i) != line[i]) {
                        unlike |= 1L << at / BlockLayout.LINE_BYTES;
                    }
                }
            }
            if (unlike != 0) {
                chunk.markDirty(from + start, unlike);
            }
        }
    }
}
