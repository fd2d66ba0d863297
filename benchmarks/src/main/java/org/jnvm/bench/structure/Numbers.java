package org.jnvm.bench.structure;

/** Keys, and values that tell of which key and of which write they are. */
final class Numbers {
    private static final int VERSION_BITS = 32;

    private Numbers() {}

    /** Returns the key with a number: all are different, and in no order. */
    static long key(int number) {
        long mixed = (number + 1) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ mixed >>> 31;
    }

    /**
     * Returns a value of a key.
     *
     * @param version from 1 on
     */
    static long value(long key, int version) {
        return key >>> VERSION_BITS << VERSION_BITS | version;
    }

    /** Returns the version of a value, which must be one of the key. */
    static int version(long key, long value) {
        if ((key ^ value) >>> VERSION_BITS != 0 || (int) value < 1) {
            throw new IllegalStateException("value is none of its key: key=" + key + ", value=" + value);
        }
        return (int) value;
    }

    /** Refuses another number than the right one. */
    static void require(long found, long expected) {
        if (found != expected) {
            throw new IllegalStateException(
                    "number is not what was written: found=" + found + ", expected=" + expected);
        }
    }
}
