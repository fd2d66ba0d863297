package org.jnvm.internal.recovery;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.memory.MappedChunk;

/** The words of a heap that does not grow meanwhile, or whose new chunks do not matter, found without asking the file for its chunks each time. */
public final class HeapWords {
    private final HeapFile file;
    private final int firstChunkShift;
    private MappedChunk[] chunks = {};
    private long end;

    /**
     * Takes the chunks that are mapped now.
     *
     * @param file the heap file
     */
    public HeapWords(HeapFile file) {
        this.file = file;
        extend();
        firstChunkShift = Long.SIZE - Long.numberOfLeadingZeros(chunks[0].end() - 1);
    }

    /** Takes the chunks that were mapped since; by the thread that uses this. */
    public final void extend() {
        List<MappedChunk> found = new ArrayList<>();
        for (long at = 0; at < file.bytes(); at = found.get(found.size() - 1).end()) {
            found.add(file.chunkOf(at));
        }
        chunks = found.toArray(new MappedChunk[0]);
        end = chunks[chunks.length - 1].end();
    }

    /** Returns the chunk that holds a heap offset. */
    public MappedChunk chunkOf(long offset) {
        return chunks[ChunkLayout.chunkOf(firstChunkShift, offset)];
    }

    /** Loads the word at a heap offset, a multiple of 8 below {@link #end}. */
    public long load(long offset) {
        return chunkOf(offset).loadLong(offset);
    }

    /** Tells whether a heap offset, of at most 48 bits, is that of a block, with a header. */
    public boolean isBlock(long offset) {
        return file.isBlock(offset) && offset < end;
    }

    /** Returns the index of the first block of the heap. */
    public long firstBlock() {
        return chunks[0].firstBlock() >>> BlockLayout.BLOCK_SHIFT;
    }

    /** See {@link HeapFile#isSlabAt}. */
    public boolean isSlabAt(int classId, long offset) {
        return file.isSlabAt(classId, offset);
    }

    /** See {@link HeapFile#headerAround}. */
    public long headerAround(long offset) {
        return file.headerAround(offset);
    }

    /** Tells whether a heap offset, of at most 48 bits, is that of a word in a block, and not one where its header would be. */
    public boolean isPayloadWord(long offset) {
        return (offset & 7) == 0 && (offset & 0xFF) != 0 && offset < end && file.isWithin(offset);
    }

    /** Returns the heap offset after the last block that there can ever be. */
    long most() {
        return file.maxBytes();
    }

    /** Returns the heap offset after the last block. */
    public long end() {
        return end;
    }
}
