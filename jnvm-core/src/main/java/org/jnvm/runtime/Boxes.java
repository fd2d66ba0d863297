package org.jnvm.runtime;

import java.time.LocalDate;
import java.time.LocalTime;
import org.jnvm.internal.layout.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The word by which a field holds a {@code Boolean}, {@code Byte}, {@code Short}, {@code Character}, {@code Integer} or
 * {@code Float}: 0 is null, else bit 32 is set, and the low 32 bits are the value. So a boxed value never tears; nor does a date or a time of
 * day, which is a word, too.
 */
public final class Boxes {
    private Boxes() {}

    private static long present(int value) {
        return ValueLayout.PRESENT | value & 0xFFFF_FFFFL;
    }

    private static boolean isNull(long word) {
        return (word & ValueLayout.PRESENT) == 0;
    }

    /** Returns the word of a value, 0 of null. */
    public static long word(@Nullable Boolean value) {
        return value == null ? 0 : present(value ? 1 : 0);
    }

    /** Returns the word of a value, 0 of null. */
    public static long word(@Nullable Byte value) {
        return value == null ? 0 : present(value);
    }

    /** Returns the word of a value, 0 of null. */
    public static long word(@Nullable Short value) {
        return value == null ? 0 : present(value);
    }

    /** Returns the word of a value, 0 of null. */
    public static long word(@Nullable Character value) {
        return value == null ? 0 : present(value);
    }

    /** Returns the word of a value, 0 of null. */
    public static long word(@Nullable Integer value) {
        return value == null ? 0 : present(value);
    }

    /** Returns the word of a value, 0 of null. */
    public static long word(@Nullable Float value) {
        return value == null ? 0 : present(Float.floatToRawIntBits(value));
    }

    /** Returns the word of a date, 0 of null: the days since 1970, and bit 0 set. */
    public static long word(@Nullable LocalDate value) {
        return ValueLayout.word(value);
    }

    /** Returns the word of a time of day, 0 of null: the nanoseconds of the day, and bit 0 set. */
    public static long word(@Nullable LocalTime value) {
        return ValueLayout.word(value);
    }

    /** Returns the value of a word. */
    public static @Nullable LocalDate toLocalDate(long word) {
        return (word & 1) == 0 ? null : LocalDate.ofEpochDay(word >> 1);
    }

    /** Returns the value of a word. */
    public static @Nullable LocalTime toLocalTime(long word) {
        return (word & 1) == 0 ? null : LocalTime.ofNanoOfDay(word >> 1);
    }

    /** Returns the value of a word. */
    public static @Nullable Boolean toBoolean(long word) {
        return isNull(word) ? null : (Boolean) ((int) word != 0);
    }

    /** Returns the value of a word. */
    public static @Nullable Byte toByte(long word) {
        return isNull(word) ? null : (Byte) (byte) word;
    }

    /** Returns the value of a word. */
    public static @Nullable Short toShort(long word) {
        return isNull(word) ? null : (Short) (short) word;
    }

    /** Returns the value of a word. */
    public static @Nullable Character toCharacter(long word) {
        return isNull(word) ? null : (Character) (char) word;
    }

    /** Returns the value of a word. */
    public static @Nullable Integer toInteger(long word) {
        return isNull(word) ? null : (Integer) (int) word;
    }

    /** Returns the value of a word. */
    public static @Nullable Float toFloat(long word) {
        return isNull(word) ? null : (Float) Float.intBitsToFloat((int) word);
    }
}
