package org.jnvm.bench.serialize;

/** A graph of objects that a program has at hand, and that is kept on a disk. For use by one thread. */
interface Graph extends AutoCloseable {
    /** Makes all objects; their values are their numbers. Survives power loss when it returns. */
    void make(Shape shape, int objects);

    /**
     * Changes the values of some objects. Survives power loss when it returns.
     *
     * @param which their numbers
     * @param value of all of them
     */
    void change(int[] which, long value);

    /** Walks over the graph as it is kept; returns the {@link #part} of all objects, added up. */
    long sum();

    @Override
    void close();

    /** Returns what an object adds to a sum. */
    static long part(long key, long value) {
        long mixed = (key * 0x9E37_79B9_7F4A_7C15L) ^ value;
        return (mixed ^ mixed >>> 32) * 0xD6E8_FEB8_6659_FD93L;
    }
}
