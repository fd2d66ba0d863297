package org.jnvm.crashtest;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jnvm.Heap;
import org.jnvm.crashtest.internal.trace.Trace;

/** What a workload runs on: a recorded heap, and operations that are acknowledged when they return. One thread acts at a time. */
public final class CrashRun {
    /** Hears of operations that were acknowledged. */
    interface AfterOperation {
        void acknowledged(List<String> operations);
    }

    private static final String CLOSE = "close";

    private final Heap heap;
    private final Trace trace;
    private final Random random;
    private final Set<Integer> skipped;
    private final AfterOperation after;
    private final List<String> operations = new ArrayList<>();
    private int asked;

    CrashRun(Heap heap, Trace trace, long seed, Set<Integer> skipped, AfterOperation after) {
        this.heap = heap;
        this.trace = trace;
        this.random = new Random(seed);
        this.skipped = skipped;
        this.after = after;
    }

    /** Returns the recorded heap. The calling thread allocates in it already. */
    public Heap heap() {
        return heap;
    }

    /** Returns random numbers that follow from the seed; to be used outside of operations, which may be left out. */
    public Random random() {
        return random;
    }

    /**
     * Runs an operation. Once it has returned it is acknowledged: a crash must not lose it. While it runs a crash must
     * leave all of it or nothing.
     *
     * @param name its name, for reports and the model
     * @param action what it does; left out when a failure is shrunk to the operations it needs
     */
    public void operation(String name, Runnable action) {
        if (skipped.contains(asked++)) {
            return;
        }
        trace.start(name);
        action.run();
        trace.ack(name);
        operations.add(name);
        after.acknowledged(operations);
    }

    /** Does something last and closes the heap, as an operation. */
    void close(Runnable last) {
        trace.start(CLOSE);
        last.run();
        heap.close();
        trace.ack(CLOSE);
        operations.add(CLOSE);
    }

    /** Returns how many operations the workload has, those left out included. */
    int asked() {
        return asked;
    }

    /** Returns the names of the operations that ran. */
    List<String> operations() {
        return operations;
    }
}
