package org.jnvm.internal.layout;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Set;

/**
 * Values that fields own: strings, boxes, enum constants.
 *
 * <pre>
 * type in a class layout     in the field                                                 elsewhere
 * Ljava.lang.String;         reference, or null                                           a string (class 8)
 * Ljava.lang.Long;           reference, or null                                           a box (class 5)
 * Ljava.lang.Double;         reference, or null                                           a box (class 6)
 * Vjava.lang.Integer; etc.   8 bytes: bit 32 present, low 32 bits the value; 0 is null
 * Vjava.time.LocalDate;      8 bytes: bit 0 present, the others the days since 1970; 0 is null
 * Vjava.time.LocalTime;      8 bytes: bit 0 present, the others the nanoseconds of the day; 0 is null
 * Eorg.foo.Color;            4 bytes: id of the constant, 0 is null                       a record (class 7)
 * </pre>
 *
 * <p>A value of fewer than 32 bits is widened as Java does: sign-extended, but of {@code Boolean} (0 or 1) and {@code
 * Character}; a {@code Float} is its bits.
 *
 * <p>A string is its coder, the hash code of the {@code String}, the number of encoded bytes, and these.
 */
public final class ValueLayout {
    /** Type of a field that owns a string. */
    public static final String STRING_TYPE = "Ljava.lang.String;";
    /** Type of a field that owns a box of a long. */
    public static final String LONG_TYPE = "Ljava.lang.Long;";
    /** Type of a field that owns a box of a double. */
    public static final String DOUBLE_TYPE = "Ljava.lang.Double;";

    /** Type of a field that holds a date as a word. */
    private static final String DATE_TYPE = "Vjava.time.LocalDate;";
    /** Type of a field that holds a time of day as a word. */
    private static final String TIME_TYPE = "Vjava.time.LocalTime;";

    /** Bit of a box word that tells a value from null. */
    public static final long PRESENT = 1L << 32;

    /** Offset of the value in a box of a long or double. */
    public static final int BOX_VALUE_OFFSET = 8;
    /** Object bytes of a box of a long or double. */
    public static final int BOX_BYTES = 16;

    public static final int STRING_CODER_OFFSET = 8;
    public static final int STRING_HASH_OFFSET = 12;
    public static final int STRING_BYTES_OFFSET = 16;
    public static final int STRING_TEXT_OFFSET = 24;

    /** Offset of the number of bytes of a value that a reference owns. */
    public static final int VALUE_LENGTH_OFFSET = 8;
    /** Offset of its bytes; see {@link ValueCode}. */
    public static final int VALUE_BYTES_OFFSET = 16;

    /** Coder: one byte a character, all below 256. */
    public static final int LATIN1 = 0;
    /** Coder: UTF-8. */
    public static final int UTF8 = 1;
    /** Coder: UTF-16, low byte first; only for text with unpaired surrogates. */
    public static final int UTF16 = 2;

    private static final Set<String> BOX_WORD_TYPES = Set.of(
            "Vjava.lang.Boolean;",
            "Vjava.lang.Byte;",
            "Vjava.lang.Short;",
            "Vjava.lang.Character;",
            "Vjava.lang.Integer;",
            "Vjava.lang.Float;",
            DATE_TYPE,
            TIME_TYPE);

    private ValueLayout() {}

    /** Tells whether a field of this type refers to a value of its own. */
    public static boolean isOwnedType(String type) {
        return type.equals(STRING_TYPE) || type.equals(LONG_TYPE) || type.equals(DOUBLE_TYPE);
    }

    /** Tells whether a field of this type holds the id of an enum constant. */
    public static boolean isEnumType(String type) {
        return type.charAt(0) == 'E';
    }

    /** Tells whether a field of this type holds a date or a time of day as a word. */
    public static boolean isTimeWordType(String type) {
        return type.equals(DATE_TYPE) || type.equals(TIME_TYPE);
    }

    /**
     * Returns what a word in a field holds.
     *
     * @param type the type of the field, a {@linkplain #isBoxWordType box word}
     * @param word the word
     * @return a box, a date or a time of day; null if it holds none
     * @throws java.time.DateTimeException if the word is no date or time of day
     */
    public static Object boxed(String type, long word) {
        if ((word & (isTimeWordType(type) ? 1 : PRESENT)) == 0) {
            return null;
        }
        int value = (int) word;
        return switch (type) {
            case DATE_TYPE -> LocalDate.ofEpochDay(word >> 1);
            case TIME_TYPE -> LocalTime.ofNanoOfDay(word >> 1);
            case "Vjava.lang.Boolean;" -> value != 0;
            case "Vjava.lang.Byte;" -> (byte) value;
            case "Vjava.lang.Short;" -> (short) value;
            case "Vjava.lang.Character;" -> (char) value;
            case "Vjava.lang.Float;" -> Float.intBitsToFloat(value);
            default -> value;
        };
    }

    /** Returns the word of a date or time of day, 0 for null. */
    public static long word(Object time) {
        if (time == null) {
            return 0;
        }
        return (time instanceof LocalDate date ? date.toEpochDay() : ((LocalTime) time).toNanoOfDay()) << 1 | 1;
    }

    /** Returns the bits of a box: those of a number sign-extended, but of a {@code Float}. */
    public static long bits(Object box) {
        if (box instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (box instanceof Character character) {
            return character;
        }
        if (box instanceof Float number) {
            return Float.floatToRawIntBits(number);
        }
        return box instanceof Double number ? Double.doubleToRawLongBits(number) : ((Number) box).longValue();
    }

    /** Tells whether a field of this type holds a box as a word. */
    public static boolean isBoxWordType(String type) {
        return BOX_WORD_TYPES.contains(type);
    }
}
