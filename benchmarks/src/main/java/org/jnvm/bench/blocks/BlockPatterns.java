package org.jnvm.bench.blocks;

/** Orders in which blocks are accessed; {@code blocks.c} does the same, step by step. For use by one thread. */
final class BlockPatterns {
    /** Blocks between two looks at the clock. */
    static final int PIECE = 4096;

    private static final int BATCH = 8;

    private final BlockMemory memory;
    private final long mask;
    private final long[] batch = new long[BATCH];
    private long position;
    private long random = 0x9E3779B97F4A7C15L;
    /** What was read, so that no read is dropped. */
    private long sink;

    BlockPatterns(BlockMemory memory, long blocks) {
        this.memory = memory;
        mask = blocks - 1;
    }

    /** One order, in the order of measurements. */
    enum Pattern {
        SEQUENTIAL_READ,
        SEQUENTIAL_WRITE,
        RANDOM_READ,
        RANDOM_READ_DEPENDENT,
        RANDOM_READ_BATCHED,
        RANDOM_WRITE
    }

    /** Accesses a piece. */
    void run(Pattern pattern) {
        switch (pattern) {
            case SEQUENTIAL_READ -> sequentialRead();
            case SEQUENTIAL_WRITE -> sequentialWrite();
            case RANDOM_READ -> randomRead();
            case RANDOM_READ_DEPENDENT -> dependentRead();
            case RANDOM_READ_BATCHED -> batchedRead();
            case RANDOM_WRITE -> randomWrite();
        }
    }

    private static long step(long x) {
        long y = x ^ x << 13;
        y ^= y >>> 7;
        return y ^ y << 17;
    }

    private void sequentialRead() {
        long all = 0;
        long at = position;
        for (int i = 0; i < PIECE; i++) {
            all += memory.sum(at++ & mask);
        }
        position = at;
        sink = all;
    }

    private void sequentialWrite() {
        long at = position;
        for (int i = 0; i < PIECE; i++) {
            memory.write(at++ & mask, at);
        }
        position = at;
    }

    private void randomRead() {
        long all = 0;
        long x = random;
        for (int i = 0; i < PIECE; i++) {
            x = step(x);
            all += memory.sum(x & mask);
        }
        random = x;
        sink = all;
    }

    /** Which block is next is known only when the last one was read. */
    private void dependentRead() {
        long all = sink;
        long x = random;
        for (int i = 0; i < PIECE; i++) {
            x = step(x + (all & 1));
            all += memory.sum(x & mask);
        }
        random = x;
        sink = all;
    }

    /** A word of each line of all blocks of a batch first, so that their misses overlap. */
    private void batchedRead() {
        long all = 0;
        long x = random;
        long[] blocks = batch;
        for (int i = 0; i < PIECE; i += BATCH) {
            for (int j = 0; j < BATCH; j++) {
                x = step(x);
                blocks[j] = x & mask;
                all += memory.touch(blocks[j]);
            }
            for (int j = 0; j < BATCH; j++) {
                all += memory.sum(blocks[j]);
            }
        }
        random = x;
        sink = all;
    }

    private void randomWrite() {
        long x = random;
        for (int i = 0; i < PIECE; i++) {
            x = step(x);
            memory.write(x & mask, x);
        }
        random = x;
    }

    long sink() {
        return sink;
    }
}
