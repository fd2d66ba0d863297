package org.jnvm.internal.table;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.Strings;

/** Compares strings in the heap with strings of Java: in place, without making an object of either. */
final class Texts {
    private Texts() {}

    /** Tells whether an object is a string in the heap with a given text; in an epoch-protected section. */
    static boolean equal(ObjectSpace space, long ref, String text) {
        long header = space.header(ref);
        if (BlockLayout.classId(header) != ReservedClass.STRING) {
            return false;
        }
        long offset = Reference.offset(ref);
        MappedChunk chunk = space.chunk(offset);
        int length = text.length();
        long end = (long) ValueLayout.STRING_TEXT_OFFSET + length;
        boolean contiguous = Reference.isSlot(ref)
                ? !SlabLayout.isOutgrown(header) && end <= BlockLayout.next(header)
                : BlockLayout.next(header) == 0 && end <= BlockLayout.BLOCK_BYTES;
        if (!contiguous || chunk.loadByte(offset + ValueLayout.STRING_CODER_OFFSET) != ValueLayout.LATIN1) {
            return text.equals(Strings.read(space, ref));
        }
        if (chunk.loadLong(offset + ValueLayout.STRING_BYTES_OFFSET) != length) {
            return false;
        }
        long at = offset + ValueLayout.STRING_TEXT_OFFSET;
        int from = 0;
        for (; from + Long.BYTES <= length; from += Long.BYTES, at += Long.BYTES) {
            if (!isLatin1(chunk.loadLong(at), text, from, Long.BYTES)) {
                return false;
            }
        }
        return from == length || isLatin1(chunk.loadLong(at), text, from, length - from);
    }

    /** Tells whether up to eight characters are the first bytes of a word. */
    private static boolean isLatin1(long word, String text, int from, int count) {
        long difference = word;
        int characters = 0;
        for (int i = 0; i < count; i++) {
            char c = text.charAt(from + i);
            difference ^= (long) (c & 0xFF) << Byte.SIZE * i;
            characters |= c;
        }
        return difference << Long.SIZE - Byte.SIZE * count == 0 && characters <= 0xFF;
    }
}
