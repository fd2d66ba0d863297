package org.jnvm.bench.blocks;

/** Many blocks of 256 bytes side by side. A JVM has one kind only, so that calls are inlined. */
abstract class BlockMemory implements AutoCloseable {
    static final int BLOCK_BYTES = 256;

    /** Returns the bytes of a block that are read and written. */
    abstract int bytes();

    /** Returns the sum of all words. */
    abstract long sum(long block);

    /** Returns the sum of a word of each of the four lines. */
    abstract long touch(long block);

    /** Stores a value to all words, writes the lines back, and fences. */
    abstract void write(long block, long value);

    @Override
    public abstract void close();
}
