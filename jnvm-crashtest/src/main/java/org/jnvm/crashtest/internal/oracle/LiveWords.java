package org.jnvm.crashtest.internal.oracle;

import java.nio.ByteBuffer;
import java.util.BitSet;
import org.jnvm.crashtest.internal.model.Memory;

/**
 * The words of a recovered heap that may be read before they are written: state words, headers, slot words, and what live
 * blocks and slots hold. Recovery has made everything else free. As docs/FORMAT.md has it.
 */
final class LiveWords {
    private static final int WORD_BYTES = 8;
    private static final int STATE = 8192;
    private static final int BLOCKS = 12_288;
    private static final int BLOCK_BYTES = 256;
    private static final int BLOCK_WORDS = BLOCK_BYTES / WORD_BYTES;
    private static final int CLASS_SHIFT = 49;
    private static final int NEXT_SHIFT = 8;
    private static final long NEXT_MASK = (1L << 40) - 1;
    private static final int FIRST_SLAB_CLASS = 40;
    private static final int[] SLOT_BYTES = {16, 24, 32, 40, 48, 56, 80, 120};
    private static final int FIRST_PAGE_CLASS = 20;
    private static final int[] PAGE_SLOT_BYTES = {96, 112, 120, 136, 144, 160, 176, 192, 208, 224, 240};
    private static final int PAGE_BYTES = 4096;
    /** Bits of the interior map for a page that is a slab. */
    private static final int PAGE_SLAB = 0xFFFE;
    /** In a header: the object is an extent. */
    private static final long EXTENT = 1L << 47;
    /** In the superblock. */
    private static final int FIRST_CHUNK_BYTES = 40;

    private final ByteBuffer heap;
    private final BitSet words = new BitSet();

    /**
     * Finds them.
     *
     * @param heap the bytes of the heap, in little-endian order
     */
    LiveWords(ByteBuffer heap) {
        this.heap = heap;
        words.set(STATE / WORD_BYTES, BLOCKS / WORD_BYTES);
        int next = (int) heap.getLong(FIRST_CHUNK_BYTES);
        for (int chunk = 0; chunk < heap.limit(); chunk = next, next *= 2) {
            addChunk(chunk, next);
        }
    }

    private void addChunk(int chunk, int next) {
        int map = chunk == 0 ? BLOCKS : chunk;
        int mapBytes = (next - chunk) / BLOCK_BYTES / Byte.SIZE;
        words.set(map / WORD_BYTES, (map + mapBytes) / WORD_BYTES);
        int first = map + (mapBytes + PAGE_BYTES - 1 & -PAGE_BYTES);
        for (int block = first; block < Math.min(next, heap.limit()); block += BLOCK_BYTES) {
            if ((interior(map, chunk, block) & 1) == 0) {
                words.set(block / WORD_BYTES);
                addBlock(block, block % PAGE_BYTES == 0 && (interior(map, chunk, block) & 0xFFFF) == PAGE_SLAB);
            }
        }
    }

    /** Returns the bits of the interior map for a block and, where it begins a page, those behind it there. */
    private long interior(int map, int chunk, int block) {
        int number = (block - chunk) / BLOCK_BYTES;
        return heap.getLong(map + number / Long.SIZE * WORD_BYTES) >>> number;
    }

    private void addBlock(int block, boolean mayBePage) {
        int classId = classId(block);
        if (classId >= FIRST_SLAB_CLASS && classId < FIRST_SLAB_CLASS + SLOT_BYTES.length) {
            addSlots(block, BLOCK_BYTES, SLOT_BYTES[classId - FIRST_SLAB_CLASS]);
        } else if (mayBePage && classId >= FIRST_PAGE_CLASS && classId < FIRST_PAGE_CLASS + PAGE_SLOT_BYTES.length) {
            addSlots(block, PAGE_BYTES, PAGE_SLOT_BYTES[classId - FIRST_PAGE_CLASS]);
        } else if (classId != 0 && (heap.getLong(block) & EXTENT) != 0) {
            long blocks = (heap.getLong(block) & ~EXTENT) >>> NEXT_SHIFT & NEXT_MASK;
            long end = Math.min(heap.limit(), block + blocks * BLOCK_BYTES);
            words.set(block / WORD_BYTES, (int) (end / WORD_BYTES));
        } else if (classId != 0) {
            addBlocks(block);
        }
    }

    private int classId(int offset) {
        return (int) (heap.getLong(offset) >>> CLASS_SHIFT);
    }

    private void addSlots(int slab, int slabBytes, int slotBytes) {
        for (int slot = slab + WORD_BYTES; slot + slotBytes <= slab + slabBytes; slot += slotBytes) {
            words.set(slot / WORD_BYTES, (slot + (classId(slot) == 0 ? WORD_BYTES : slotBytes)) / WORD_BYTES);
        }
    }

    private void addBlocks(int master) {
        int word = master / WORD_BYTES;
        while (!words.get(word + 1)) {
            words.set(word, word + BLOCK_WORDS);
            long next = (heap.getLong(word * WORD_BYTES) >>> NEXT_SHIFT & NEXT_MASK) * BLOCK_BYTES;
            if (next < BLOCKS || next + BLOCK_BYTES > heap.limit()) {
                return;
            }
            word = (int) next / WORD_BYTES;
        }
    }

    /** Returns their numbers: offsets divided by 8. */
    BitSet numbers() {
        return words;
    }

    /** Returns a hash of what they hold. */
    long hash() {
        long hash = 0;
        for (int word = words.nextSetBit(0); word >= 0; word = words.nextSetBit(word + 1)) {
            long value = heap.getLong(word * WORD_BYTES);
            if (value != 0) {
                hash += Memory.mix(word, value);
            }
        }
        return hash;
    }
}
