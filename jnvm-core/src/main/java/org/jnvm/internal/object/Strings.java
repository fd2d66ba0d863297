package org.jnvm.internal.object;

import java.nio.charset.StandardCharsets;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.value.Utf16;

/**
 * The one format of strings: those that fields own, and {@code PString}s. Immutable; packed if they fit a slot.
 *
 * <p>Stored as Latin-1 where all characters are below 256, else as UTF-8; text with unpaired surrogates, which UTF-8
 * cannot hold, as UTF-16.
 */
public final class Strings {
    private Strings() {}

    /**
     * Makes a string: invalid, not written back.
     *
     * @param space where
     * @param text what
     * @return the string
     * @throws org.jnvm.HeapFullException if there is no room
     */
    public static ObjectView create(ObjectSpace space, String text) {
        int coder = coderOf(text);
        byte[] bytes = encode(text, coder);
        long objectBytes = BlockLayout.bytesWithTail(ValueLayout.STRING_TEXT_OFFSET, 1, bytes.length);
        ObjectView string = space.createFilled(ReservedClass.STRING, objectBytes, ValueLayout.STRING_TEXT_OFFSET);
        string.store(ValueLayout.STRING_BYTES_OFFSET, bytes.length);
        string.storeInt(ValueLayout.STRING_HASH_OFFSET, text.hashCode());
        if (coder != ValueLayout.LATIN1) {
            string.storeByte(ValueLayout.STRING_CODER_OFFSET, (byte) coder);
        }
        string.storeTail(ValueLayout.STRING_TEXT_OFFSET, bytes);
        return string;
    }

    /**
     * Reads a string.
     *
     * @param space where
     * @param ref a reference other than null
     * @return the text
     * @throws org.jnvm.StaleObjectException if the string was freed since
     * @throws HeapFormatException if there is something else
     */
    public static String read(ObjectSpace space, long ref) {
        EpochSections.enter(); // a string that is there now keeps its bytes until the section ends, whoever frees it
        try {
            return read(space, space.view(ref, requireClass(space, ref, ReservedClass.STRING)));
        } finally {
            EpochSections.exit();
        }
    }

    private static String read(ObjectSpace space, ObjectView string) {
        int coder = string.loadByte(ValueLayout.STRING_CODER_OFFSET);
        long length = string.load(ValueLayout.STRING_BYTES_OFFSET);
        if (length < 0
                || length > string.tailCapacity(ValueLayout.STRING_TEXT_OFFSET)
                || coder < ValueLayout.LATIN1
                || coder > ValueLayout.UTF16) {
            throw space.damaged(string.ref(), "string is damaged", "coder=" + coder + ", bytes=" + length);
        }
        byte[] bytes = new byte[(int) length];
        string.loadTail(ValueLayout.STRING_TEXT_OFFSET, bytes);
        return decode(bytes, coder);
    }

    /**
     * Checks that a field's own value is what the field's type says.
     *
     * @param space where
     * @param ref a reference other than null
     * @param classId the class it must have
     * @return its header, for a view of it
     * @throws org.jnvm.StaleObjectException if it was freed since
     */
    public static long requireClass(ObjectSpace space, long ref, int classId) {
        long header = space.header(ref);
        int found = BlockLayout.classId(header);
        if (found != classId) {
            throw space.damaged(
                    ref, "field leads to an object of another class", "class id=" + found + ", expected=" + classId);
        }
        return header;
    }

    private static int coderOf(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return Utf16.isNeededFor(text) ? ValueLayout.UTF16 : ValueLayout.UTF8;
            }
        }
        return ValueLayout.LATIN1;
    }

    private static byte[] encode(String text, int coder) {
        return switch (coder) {
            case ValueLayout.LATIN1 -> text.getBytes(StandardCharsets.ISO_8859_1);
            case ValueLayout.UTF8 -> text.getBytes(StandardCharsets.UTF_8);
            default -> Utf16.encode(text);
        };
    }

    /**
     * Decodes the text of a string, or the beginning of it.
     *
     * @param bytes its encoded text
     * @param coder its coder
     * @return the text
     */
    public static String decode(byte[] bytes, int coder) {
        return switch (coder) {
            case ValueLayout.LATIN1 -> new String(bytes, StandardCharsets.ISO_8859_1);
            case ValueLayout.UTF8 -> new String(bytes, StandardCharsets.UTF_8);
            default -> Utf16.decode(bytes);
        };
    }
}
