package org.jnvm.bench.restart;

import org.jnvm.bench.harness.Space;

/** How large heap files of small objects are, and whether they fit. */
final class HeapSpace {
    private static final int BLOCK_BYTES = 256;
    /** What a heap needs beyond its objects: arrays, and the chunk that it grows by. */
    private static final double OVERHEAD = 1.1;

    private static final long CHUNK_BYTES = 1L << 30;

    private HeapSpace() {}

    /** Returns the bytes that a heap of small objects may take. */
    static long bytesFor(long objects) {
        return (long) (objects * BLOCK_BYTES * OVERHEAD) + CHUNK_BYTES;
    }

    /** Tells whether a number of bytes can be written, and prints a line if not; in memory, as many must be left. */
    static boolean has(long bytes, String what) {
        return Space.has(bytes, bytes, what);
    }
}
