package org.jnvm.campaign.work;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jnvm.Heap;

/**
 * What the threads of a process do with a heap. An operation follows from the seed, its thread and its number, from 1, so
 * that whoever knows how many operations each thread has acknowledged knows what the heap must hold. Each operation is
 * all or nothing, and durable when it returns.
 */
interface Work {
    /** The name of the root that a work keeps its objects under. */
    String ROOT = "work";

    /** Opens what the work needs beside its heap, before that or after it. */
    default void open() {}

    /** Closes what {@link #open} has opened. */
    default void close() {}

    /** Makes the objects that a new heap starts with. One root is put: after a crash all is there, or nothing. */
    void found(Heap heap);

    /** Takes hold of the objects of an opened heap. */
    void attach(Heap heap);

    /**
     * Compares the heap with what was acknowledged, while no thread works.
     *
     * @param durable the last operation of each thread that must be there
     * @param acknowledged the last operation that each thread acknowledged; it may have done one more
     * @param losses where to say what is lost or wrong
     * @return the last operation of each thread that is in the heap
     */
    long[] audit(long[] durable, long[] acknowledged, List<String> losses);

    /**
     * Carries out an operation; called with consecutive numbers, by one thread at a time for each number of a thread.
     *
     * @param thread the number of the thread
     * @param number the number of the operation
     * @throws IllegalStateException if what it reads is not what was written
     */
    void operate(int thread, long number);

    /**
     * Returns the random numbers of an operation.
     *
     * @param seed the seed of the work
     * @param thread the thread
     * @param number the number of the operation
     */
    static SplittableRandom random(long seed, int thread, long number) {
        long start = new SplittableRandom(seed + thread).nextLong();
        return new SplittableRandom(start + number * 0xD1342543DE82EF95L);
    }

    /**
     * Makes a work by its name.
     *
     * @param other opens a second heap, or creates it
     */
    static Work of(WorkName name, long seed, int threads, Supplier<Heap> other) {
        return switch (name) {
            case BANK -> new BankWork(seed, threads);
            case MAPS -> new SeparateWork<>(threads, new MapsWork(seed, threads));
            case BLOCKS -> new SeparateWork<>(threads, new BlocksWork(seed, threads));
            case ALLOCATOR -> new SeparateWork<>(threads, new AllocatorWork(seed, threads));
            case JOINT -> new JointWork(seed, threads, other);
        };
    }
}
