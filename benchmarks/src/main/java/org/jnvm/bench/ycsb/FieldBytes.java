package org.jnvm.bench.ycsb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The content of a field: bytes that follow from the number of the record, the index of the field and a version, which
 * is the first eight of them. So bytes that are torn, stale or of another field are told from right ones.
 */
final class FieldBytes {
    /** The least length: a version, and a word that depends on it. */
    static final int LENGTH_MIN = 2 * Long.BYTES;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    private FieldBytes() {}

    /** Makes the content of a field. */
    static byte[] make(long record, int field, long version, int length) {
        byte[] bytes = new byte[length];
        long word = first(record, field, version);
        WORDS.set(bytes, 0, version);
        int at = Long.BYTES;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            WORDS.set(bytes, at, word);
            word += STEP;
        }
        for (; at < length; at++) {
            bytes[at] = (byte) word;
            word >>>= Byte.SIZE;
        }
        return bytes;
    }

    /**
     * Checks all bytes of a field.
     *
     * @return its version
     * @throws WrongDataException if they are not what some version of this field has
     */
    static long check(long record, int field, byte[] bytes, int length) {
        if (bytes.length != length) {
            throw new WrongDataException(
                    "field has a wrong length", record, field, "length=" + bytes.length + ", wanted=" + length);
        }
        long version = (long) WORDS.get(bytes, 0);
        long word = first(record, field, version);
        long different = 0;
        int at = Long.BYTES;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            different |= (long) WORDS.get(bytes, at) ^ word;
            word += STEP;
        }
        for (; at < length; at++) {
            different |= bytes[at] ^ (byte) word;
            word >>>= Byte.SIZE;
        }
        if (different != 0) {
            throw new WrongDataException("field has bytes of no version", record, field, "version=" + version);
        }
        return version;
    }

    private static long first(long record, int field, long version) {
        long word = (record * 31 + field) * STEP ^ version * 0xD6E8_FEB8_6659_FD93L;
        return (word ^ word >>> 32) * STEP;
    }
}
