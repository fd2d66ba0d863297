package org.jnvm.internal.check;

import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.recovery.HeapWords;

/** Objects in a heap that may be damaged, mostly those of the framework's own classes. */
final class RawObject {
    private RawObject() {}

    /**
     * Tells whether a reference leads to a valid object of a class.
     *
     * @param words the heap
     * @param ref the reference, any word
     * @param classId the class
     */
    static boolean is(HeapWords words, long ref, int classId) {
        long offset = Reference.offset(ref);
        if (Reference.kind(ref) != Reference.KIND_BLOCK || !words.isBlock(offset)) {
            return false;
        }
        long header = words.load(offset);
        return BlockLayout.isValid(header)
                && BlockLayout.classId(header) == classId
                && BlockLayout.generation(header) == Reference.generation(ref);
    }

    /**
     * Returns where the blocks with an object's fields begin.
     *
     * @param words the heap
     * @param object the heap offset of its master block or slot
     * @return the heap offset of the first block, which may lead nowhere in a damaged heap; -1 if the fields are in a slot
     */
    static long firstBlock(HeapWords words, long object) {
        if ((object & BlockLayout.BLOCK_MASK) == 0) {
            return object;
        }
        long word = words.load(object);
        return SlabLayout.isOutgrown(word) ? SlabLayout.firstBlock(word) : -1;
    }

    /**
     * Marks the blocks of an object.
     *
     * @param words the heap
     * @param object its heap offset
     * @param marks where blocks are marked
     * @return the number of blocks; -1 if they are not linked as they should be, or one is marked already
     */
    static long markBlocks(HeapWords words, long object, MarkBitmap marks) {
        long count = 0;
        long block = object;
        do {
            boolean sound = words.isBlock(block)
                    && (count == 0 || BlockLayout.classId(words.load(block)) == 0)
                    && marks.set(block >>> BlockLayout.BLOCK_SHIFT);
            if (!sound) {
                return -1;
            }
            count++;
            block = BlockLayout.next(words.load(block)) << BlockLayout.BLOCK_SHIFT;
        } while (block != 0);
        return count;
    }

    /**
     * Loads bytes of a tail of an object whose blocks are sound.
     *
     * @param words the heap
     * @param object its heap offset
     * @param tailOffset the object offset of the tail, in the master block
     * @param length how many bytes, no more than the blocks hold
     * @return the bytes
     */
    static byte[] bytes(HeapWords words, long object, int tailOffset, int length) {
        byte[] bytes = new byte[length];
        long block = object;
        int from = tailOffset;
        for (int done = 0; done < length; ) {
            int part = Math.min(length - done, BlockLayout.BLOCK_BYTES - from);
            words.chunkOf(block).loadBytes(block + from, bytes, done, part);
            done += part;
            block = BlockLayout.next(words.load(block)) << BlockLayout.BLOCK_SHIFT;
            from = BlockLayout.PAYLOAD_OFFSET;
        }
        return bytes;
    }

    /** Returns how many bytes a tail has room for. */
    static long room(long blocks, int tailOffset) {
        return blocks * BlockLayout.PAYLOAD_BYTES - (tailOffset - BlockLayout.PAYLOAD_OFFSET);
    }
}
