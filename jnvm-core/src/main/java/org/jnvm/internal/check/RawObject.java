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
        if (Reference.kind(ref) != Reference.KIND_BLOCK || Reference.isOwner(ref) || !words.isBlock(offset)) {
            return false;
        }
        long header = words.load(offset);
        return BlockLayout.isValid(header)
                && BlockLayout.classId(header) == classId
                && BlockLayout.generation(header) == Reference.generation(ref);
    }

    /**
     * Returns where the linked blocks with an object's fields begin.
     *
     * @param words the heap
     * @param object the heap offset of its master block or slot
     * @return the heap offset of the first block, which may lead nowhere in a damaged heap; -1 if the object's bytes lie one behind
     *     the other, in a slot or an extent
     */
    static long firstBlock(HeapWords words, long object) {
        long word = words.load(object);
        if ((object & BlockLayout.BLOCK_MASK) == 0) {
            return BlockLayout.isExtent(word) ? -1 : object;
        }
        return SlabLayout.isOutgrown(word) ? SlabLayout.firstBlock(word) : -1;
    }

    /** Returns for how many bytes an object has room that lie one behind the other: see {@link #firstBlock}. */
    static long roomInOnePiece(HeapWords words, long object) {
        long word = words.load(object);
        boolean inSlot = (object & BlockLayout.BLOCK_MASK) != 0;
        long room = inSlot ? BlockLayout.next(word) : BlockLayout.extentBlocks(word) << BlockLayout.BLOCK_SHIFT;
        return Math.min(room, words.chunkOf(object).end() - object);
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
        long header = words.load(object);
        if (words.isBlock(object) && BlockLayout.isExtent(header)) {
            return markExtent(words, object, BlockLayout.extentBlocks(header), marks);
        }
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

    private static long markExtent(HeapWords words, long object, long count, MarkBitmap marks) {
        boolean sound = words.chunkOf(object).isExtent(object, count);
        for (long k = 0; sound && k < count; k++) {
            sound = marks.set((object >>> BlockLayout.BLOCK_SHIFT) + k);
        }
        return sound ? count : -1;
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
        if (BlockLayout.isExtent(words.load(object))) {
            words.chunkOf(object).loadBytes(object + tailOffset, bytes, 0, length);
            return bytes;
        }
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

    /** Returns how many bytes a tail of an object of some blocks has room for. */
    static long room(HeapWords words, long object, long blocks, int tailOffset) {
        boolean extent = BlockLayout.isExtent(words.load(object));
        return (extent ? blocks << BlockLayout.BLOCK_SHIFT : BlockLayout.linkedBytes(blocks)) - tailOffset;
    }
}
