package org.jnvm.internal.value;

import java.time.LocalDate;
import java.util.UUID;
import org.jnvm.internal.layout.ValueCode;
import org.jspecify.annotations.Nullable;

/**
 * Values of the JDK whose bytes are few, as three words that were loaded at once: read and compared without an object for their bytes. The
 * bytes are those that {@link ValueDecoder} reads; what is not understood here it reads, or refuses.
 */
public final class PackedValue {
    /** The most bytes that three words have. */
    public static final int MOST_BYTES = 3 * Long.BYTES;

    private static final long CONTINUED = 0x8080_8080_8080_8080L;
    private static final int MOST_NUMBER_BYTES = 10;

    private PackedValue() {}

    /**
     * Reads a value.
     *
     * @param length how many bytes it has
     * @param w0 the first eight of them, the first one lowest
     * @param w1 the next eight; what lies behind the value is any
     * @param w2 the last eight
     * @return the value; null if it is none of those that are read here
     */
    public static @Nullable Object read(long length, long w0, long w1, long w2) {
        int code = (int) w0 & 0xFF;
        long first = w0 >>> Byte.SIZE | w1 << Long.SIZE - Byte.SIZE;
        long second = w1 >>> Byte.SIZE | w2 << Long.SIZE - Byte.SIZE;
        int bytes = (int) length - 1;
        if (isOfNumber(code)) {
            return isNumber(bytes, first, second) ? ofNumber(code, number(bytes, first, second)) : null;
        }
        return switch (code) {
            case ValueCode.BOOLEAN -> bytes == 1 ? (Boolean) ((first & 0xFF) != 0) : null;
            case ValueCode.BYTE -> bytes == 1 ? (Byte) (byte) first : null;
            case ValueCode.FLOAT -> bytes == Float.BYTES ? (Float) Float.intBitsToFloat((int) first) : null;
            case ValueCode.DOUBLE -> bytes == Double.BYTES ? (Double) Double.longBitsToDouble(first) : null;
            case ValueCode.UUID -> bytes == 2 * Long.BYTES ? new UUID(first, second) : null;
            default -> null;
        };
    }

    private static boolean isOfNumber(int code) {
        return code == ValueCode.LONG
                || code == ValueCode.INTEGER
                || code == ValueCode.LOCAL_DATE
                || code == ValueCode.SHORT
                || code == ValueCode.CHARACTER;
    }

    private static @Nullable Object ofNumber(int code, long number) {
        long signed = number >>> 1 ^ -(number & 1);
        return switch (code) {
            case ValueCode.LONG -> signed;
            case ValueCode.INTEGER -> (int) signed;
            case ValueCode.SHORT -> (short) signed;
            case ValueCode.CHARACTER -> (char) number;
            default -> signed == (int) signed ? LocalDate.ofEpochDay(signed) : null; // other days may not exist
        };
    }

    /**
     * Tells whether a value is that of some bytes; see {@link #read}.
     *
     * @param wanted anything
     * @return whether it is; also no where it cannot be told here
     */
    public static boolean isEqual(Object wanted, long length, long w0, long w1, long w2) {
        if (wanted instanceof Long number) {
            return isSigned(ValueCode.LONG, number, length, w0, w1, w2);
        } else if (wanted instanceof Integer number) {
            return isSigned(ValueCode.INTEGER, number, length, w0, w1, w2);
        } else if (wanted instanceof LocalDate date) {
            return isSigned(ValueCode.LOCAL_DATE, date.toEpochDay(), length, w0, w1, w2);
        } else if (wanted instanceof UUID id) {
            return length == 1 + 2 * Long.BYTES
                    && (w0 & 0xFF) == ValueCode.UUID
                    && (w0 >>> Byte.SIZE | w1 << Long.SIZE - Byte.SIZE) == id.getMostSignificantBits()
                    && (w1 >>> Byte.SIZE | w2 << Long.SIZE - Byte.SIZE) == id.getLeastSignificantBits();
        }
        return wanted.equals(read(length, w0, w1, w2));
    }

    private static boolean isSigned(int code, long signed, long length, long w0, long w1, long w2) {
        int bytes = (int) length - 1;
        long first = w0 >>> Byte.SIZE | w1 << Long.SIZE - Byte.SIZE;
        long second = w1 >>> Byte.SIZE | w2 << Long.SIZE - Byte.SIZE;
        return (w0 & 0xFF) == code
                && isNumber(bytes, first, second)
                && number(bytes, first, second) == (signed << 1 ^ signed >> Long.SIZE - 1);
    }

    /** Tells whether so many bytes are a number: all but the last say that another one follows. */
    private static boolean isNumber(int bytes, long first, long second) {
        if (bytes < 1 || bytes > MOST_NUMBER_BYTES) {
            return false;
        }
        if (bytes <= Long.BYTES) {
            long last = 0x80L << Byte.SIZE * (bytes - 1);
            return (first & CONTINUED & (last << 1) - 1) == (CONTINUED & last - 1);
        }
        long last = 0x80L << Byte.SIZE * (bytes - 1 - Long.BYTES);
        return (first & CONTINUED) == CONTINUED && (second & CONTINUED & (last << 1) - 1) == (CONTINUED & last - 1);
    }

    private static long number(int bytes, long first, long second) {
        long number = 0;
        int shift = 0;
        for (long left = first; shift < 7 * Math.min(bytes, Long.BYTES); left >>>= Byte.SIZE) {
            number |= (left & 0x7F) << shift;
            shift += 7;
        }
        for (long left = second; shift < 7 * bytes; left >>>= Byte.SIZE) {
            number |= (left & 0x7F) << shift;
            shift += 7;
        }
        return number;
    }

    // ---- hashes: of the bytes that are written ----

    /** Returns the hash of eight bytes, and of those before them. */
    static int hash(int before, long bytes) {
        int hash = before;
        for (long left = bytes, i = 0; i < Long.BYTES; i++, left >>>= Byte.SIZE) {
            hash = 31 * hash + (byte) left;
        }
        return hash;
    }

    /** Returns the hash of a number as it is written. */
    static int hashOfSigned(long signed) {
        int hash = 1;
        long left = signed << 1 ^ signed >> Long.SIZE - 1;
        while ((left & -0x80L) != 0) {
            hash = 31 * hash + (byte) ((int) left | 0x80);
            left >>>= 7;
        }
        return 31 * hash + (byte) left;
    }
}
