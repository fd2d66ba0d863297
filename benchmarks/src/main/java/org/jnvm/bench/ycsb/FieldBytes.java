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
    /** What, multiplied with the step, is 1. */
    private static final long STEP_INVERSE = 0xF1DE_83E1_9937_733DL;

    private static final long VERSION_FACTOR = 0xD6E8_FEB8_6659_FD93L;
    private static final int RECORD_FACTOR = 31;

    private FieldBytes() {}

    /** Fills {@code length} bytes with the content of a field. */
    static void fill(byte[] bytes, int from, int length, long record, int field, long version) {
        long word = first(record, field, version);
        WORDS.set(bytes, from, version);
        int at = from + Long.BYTES;
        int end = from + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            WORDS.set(bytes, at, word);
            word += STEP;
        }
        for (; at < end; at++) {
            bytes[at] = (byte) word;
            word >>>= Byte.SIZE;
        }
    }

    /**
     * Checks all bytes of a field.
     *
     * @return its version
     * @throws WrongDataException if they are not what some version of this field has
     */
    static long check(byte[] bytes, int from, int length, long record, int field) {
        long version = (long) WORDS.get(bytes, from);
        long word = first(record, field, version);
        long different = 0;
        int at = from + Long.BYTES;
        int end = from + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            different |= (long) WORDS.get(bytes, at) ^ word;
            word += STEP;
        }
        for (; at < end; at++) {
            different |= bytes[at] ^ (byte) word;
            word >>>= Byte.SIZE;
        }
        if (different != 0) {
            throw new WrongDataException("field has bytes of no version", record, field, "version=" + version);
        }
        return version;
    }

    /** Returns the number of the record of which some bytes are a field, if they are one at all. */
    static long record(byte[] bytes, int from, int field) {
        long version = (long) WORDS.get(bytes, from);
        long mixed = (long) WORDS.get(bytes, from + Long.BYTES) * STEP_INVERSE;
        long word = mixed ^ mixed >>> 32;
        return ((word ^ version * VERSION_FACTOR) * STEP_INVERSE - field) / RECORD_FACTOR;
    }

    private static long first(long record, int field, long version) {
        long word = (record * RECORD_FACTOR + field) * STEP ^ version * VERSION_FACTOR;
        return (word ^ word >>> 32) * STEP;
    }
}
