package org.jnvm.internal.check;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.recovery.HeapWords;

/** Where in an object a word is, for people. */
final class WordLocation {
    private final HeapWords words;
    private final long object;
    private final long at;

    WordLocation(HeapWords words, long object, long at) {
        this.words = words;
        this.object = object;
        this.at = at;
    }

    /** Returns the name of the field, or the index of the element in brackets, or null if it cannot be told. */
    String field(ClassLayout layout) {
        long off = objectOffset();
        if (off < 0) {
            return null;
        }
        for (ClassLayout.Field field : layout.fields()) {
            if (field.offset() == off) {
                return field.name();
            }
        }
        if (layout.tail() == null || off < layout.tail().offset()) {
            return null;
        }
        return "[" + (off - layout.tail().offset()) / layout.tail().elementBytes() + "]";
    }

    private long objectOffset() {
        long first = RawObject.firstBlock(words, object);
        if (first < 0) {
            return at - object; // in one piece
        }
        long limit = words.end() >>> BlockLayout.BLOCK_SHIFT;
        long base = 0;
        for (long block = first; words.isBlock(block) && base < limit * BlockLayout.PAYLOAD_BYTES; ) {
            if (at >= block && at < block + BlockLayout.BLOCK_BYTES) {
                return base + at - block;
            }
            base += BlockLayout.PAYLOAD_BYTES;
            block = BlockLayout.next(words.load(block)) << BlockLayout.BLOCK_SHIFT;
        }
        return -1;
    }
}
