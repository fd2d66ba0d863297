package org.jnvm.bench.cores;

import java.nio.file.Path;
import org.jnvm.bench.ycsb.Durability;

/** What is measured by several threads, each with objects of its own. */
interface Subject extends AutoCloseable {
    /** How many operations a {@link Work} does at a time. */
    int TIMES = 100;

    /** What a thread repeats. */
    interface Work {
        /** Does {@link #TIMES} operations. */
        void run();
    }

    /**
     * Makes one.
     *
     * @param store its name in raw figures
     * @param file the file, if it needs one
     */
    static Subject of(String store, Durability durability, Path file) {
        return switch (store) {
            case "J_NVM" -> new PersistentSubject(file, durability);
            case "RAW" -> new RawSubject(file, durability);
            case "JAVA_UTIL" -> new VolatileSubject();
            default -> throw new IllegalArgumentException("no such store: store=" + store);
        };
    }

    /** Prepares the calling thread; closed by the same thread. */
    default AutoCloseable enterThread() {
        return () -> {};
    }

    /**
     * Makes what allocates an object of a number and gives it back; called by the thread that runs it.
     *
     * @param thread its number
     */
    Work allocations(int thread);

    /**
     * Makes what adds to a number of the thread's own, all or nothing, and durable when it is done if anything is; called
     * by the thread that runs it.
     *
     * @param thread its number
     */
    Work blocks(int thread);

    @Override
    void close();
}
