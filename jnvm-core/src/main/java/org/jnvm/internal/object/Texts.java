package org.jnvm.internal.object;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.memory.MappedChunk;

/** Compares strings in the heap with strings of Java: in place, without making an object of either. */
public final class Texts {
    private static final int LATIN1_MAX = 0xFF;

    private Texts() {}

    /**
     * Tells whether an object is a string in the heap with a given text; in an epoch-protected section.
     *
     * <p>Of a string in a slot only the slot word is looked at, not the slab around it: class and generation say that the string
     * is still there. So one line of the heap is read for most keys. In a damaged heap a reference may lead to bytes that only
     * look like that: then they are compared, within their chunk.
     */
    public static boolean equal(ObjectSpace space, long ref, String text) {
        long offset = Reference.offset(ref);
        int length = text.length();
        long end = (long) ValueLayout.STRING_TEXT_OFFSET + length;
        if (Reference.isSlot(ref) && end <= SlabLayout.MAX_OBJECT_BYTES) {
            MappedChunk chunk = space.file().chunkWith(offset, SlabLayout.MAX_OBJECT_BYTES);
            if (chunk != null && isText(chunk.loadLong(offset), ref)) {
                return equal(space, ref, chunk, length, text);
            }
        }
        if (BlockLayout.classId(space.header(ref)) != ReservedClass.STRING) {
            return false;
        }
        return text.equals(Strings.read(space, ref));
    }

    /** Tells whether a slot word is that of a string to which a reference was made, and which is in its slot. */
    private static boolean isText(long slotWord, long ref) {
        return BlockLayout.classId(slotWord) == ReservedClass.STRING
                && BlockLayout.generation(slotWord) == Reference.generation(ref)
                && !SlabLayout.isOutgrown(slotWord);
    }

    private static boolean equal(ObjectSpace space, long ref, MappedChunk chunk, int length, String text) {
        long offset = Reference.offset(ref);
        if (chunk.loadByte(offset + ValueLayout.STRING_CODER_OFFSET) != ValueLayout.LATIN1) {
            return text.equals(Strings.read(space, ref));
        }
        if (chunk.loadLong(offset + ValueLayout.STRING_BYTES_OFFSET) != length) {
            return false;
        }
        return length < Long.BYTES
                ? isShort(chunk.loadLong(offset + ValueLayout.STRING_TEXT_OFFSET), text)
                : isLong(chunk, offset + ValueLayout.STRING_TEXT_OFFSET, text);
    }

    /** Tells whether fewer than eight characters are the first bytes of a word. */
    private static boolean isShort(long word, String text) {
        long characters = 0;
        int all = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            char c = text.charAt(i);
            characters = characters << Byte.SIZE | c;
            all |= c;
        }
        long mask = (1L << Byte.SIZE * text.length()) - 1;
        return all <= LATIN1_MAX && (word & mask) == characters;
    }

    /** Tells whether eight characters or more are the bytes at a heap offset, word by word; the last word has the last eight. */
    private static boolean isLong(MappedChunk chunk, long start, String text) {
        int whole = text.length() & -Long.BYTES;
        long word = 0;
        for (int from = 0; from < whole; from += Long.BYTES) {
            word = chunk.loadLong(start + from);
            if (!isLatin1(word, text, from)) {
                return false;
            }
        }
        int left = text.length() - whole;
        if (left == 0) {
            return true;
        }
        long last = word >>> Byte.SIZE * left | chunk.loadLong(start + whole) << Long.SIZE - Byte.SIZE * left;
        return isLatin1(last, text, text.length() - Long.BYTES);
    }

    /** Tells whether eight characters are the bytes of a word. */
    private static boolean isLatin1(long word, String text, int from) {
        long c0 = text.charAt(from);
        long c1 = text.charAt(from + 1);
        long c2 = text.charAt(from + 2);
        long c3 = text.charAt(from + 3);
        long c4 = text.charAt(from + 4);
        long c5 = text.charAt(from + 5);
        long c6 = text.charAt(from + 6);
        long c7 = text.charAt(from + 7);
        long low = c0 | c1 << 8 | c2 << 16 | c3 << 24;
        long high = c4 | c5 << 8 | c6 << 16 | c7 << 24;
        return (low | high << 32) == word && (c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7) <= LATIN1_MAX;
    }
}
