package org.jnvm.bench.alloc;

/**
 * An allocator that is measured. Blocks are zeroed by every contender in Java, and by the one of C that is so called.
 *
 * <p>Safe for use by several threads, except that a block is freed once.
 */
public interface Contender extends AutoCloseable {
    /** Called by each thread before it allocates; what it returns is closed by the thread at its end. */
    AutoCloseable enterThread();

    /**
     * Allocates a block that nothing persistent refers to.
     *
     * @param bytes its size
     * @return what {@link #free} takes
     */
    Object allocate(int bytes);

    /** Frees a block. */
    void free(Object block);

    /** Returns where a block is, in bytes; only differences count. */
    long address(Object block);

    /** Makes a durable array of references for one thread; all are null. */
    Links links(int count);

    /** A durable array of references to blocks. Each call is atomic, and durable when it returns. */
    interface Links {
        /** Allocates a block and refers to it. */
        void allocate(int slot, int bytes);

        /** Drops the reference and frees the block. */
        void free(int slot);
    }

    /**
     * Allocates an array of ints that nothing persistent refers to, for {@link Application}.
     *
     * @param count its length
     */
    Ints ints(int count);

    /** An array of ints in a block. */
    interface Ints {
        /** Returns an element. */
        int get(int index);

        /** Stores an element; it need not be durable. */
        void set(int index, int value);

        /** Frees the block. */
        void free();
    }

    @Override
    void close();
}
