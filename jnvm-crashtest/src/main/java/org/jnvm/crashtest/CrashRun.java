package org.jnvm.crashtest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.crashtest.internal.oracle.History;
import org.jnvm.crashtest.internal.schedule.Scheduler;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * What a workload runs on: a recorded heap, and operations that are acknowledged when they return. One thread acts at a
 * time: the one that calls the workload, and when that has returned, those that it has {@linkplain #thread added}.
 */
public final class CrashRun {
    /** Hears of operations that were acknowledged, while no other one is in flight. */
    interface Observer {
        void acknowledged(History history, List<String> operations, String result);
    }

    private static final int MOST_OPERATIONS = 1 << 16;
    private static final String CLOSE = "close";

    private final Heap heap;
    private final Trace trace;
    private final Scheduler scheduler;
    private final Random random;
    private final Set<Integer> skipped;
    private final Observer observer;
    private final boolean observesThreads;
    private final Runnable recovery;
    private final History history = new History();
    private final List<String> operations = new ArrayList<>();
    /** What was asked for, operations left out included: numbers that do not depend on the schedule. */
    private final List<Integer> asked = new ArrayList<>();

    private final Map<Integer, Integer> askedOfThread = new HashMap<>();

    CrashRun(
            Heap heap,
            Trace trace,
            Scheduler scheduler,
            long seed,
            Set<Integer> skipped,
            Observer observer,
            boolean observesThreads,
            Runnable recovery) {
        this.heap = heap;
        this.trace = trace;
        this.scheduler = scheduler;
        this.random = new Random(seed);
        this.skipped = skipped;
        this.observer = observer;
        this.observesThreads = observesThreads;
        this.recovery = recovery;
    }

    /** Returns the recorded heap. The threads of the run allocate in it already. */
    public Heap heap() {
        return heap;
    }

    /**
     * Does what the heap's own thread would do that recovers it beside the program: of a heap with a collector that begins with {@linkplain
     * CrashScenario#crashed a crash}. Returns when that has ended. It waits for operations that other threads are in, so not inside one; an
     * added thread may call it, and another one may go on at each of its steps. What the workload does not do is done behind it.
     */
    public void recover() {
        recovery.run();
    }

    /** Returns random numbers that follow from the seed; to be used outside of operations and added threads. */
    public Random random() {
        return random;
    }

    /**
     * Adds a thread. It begins when the workload has returned, and does operations as the workload does. Which thread acts
     * when is decided by the explorer, which goes through {@link CrashScenario#schedules some schedules}: another one may
     * go on at each load, store, write-back and fence, at the begin and end of each operation, and where a thread has to
     * wait for a lock. The operations of all threads must be linearizable, also after a crash.
     *
     * @param body what it does; must not depend on anything but the heap and what other threads of the run did, nor wait
     *     for an operation of another thread
     * @throws IllegalStateException if called by an added thread
     */
    public void thread(Runnable body) {
        if (scheduler.self() != History.MAIN) {
            throw new IllegalStateException(
                    "a thread of the run adds another one: thread=" + scheduler.self() + "; add all in the workload");
        }
        scheduler.add(() -> {
            try (Heap.Scope scope = heap.enter()) {
                body.run();
            }
        });
    }

    /**
     * Runs an operation. Once it has returned it is acknowledged: a crash must not lose it. While it runs a crash must
     * leave all of it or nothing.
     *
     * @param name its name, for reports and the model
     * @param action what it does; left out when a failure is shrunk to the operations it needs
     */
    public void operation(String name, Runnable action) {
        perform(name, () -> {
            action.run();
            return "";
        });
    }

    /**
     * Runs an operation whose result counts: with several threads, what it returned must be what it returns in an order of
     * all operations that explains everything.
     *
     * @param name its name, for reports and the model
     * @param action what it does; left out when a failure is shrunk
     * @return what the action returned, compared by its text; null if it was left out
     */
    public <T> @Nullable T call(String name, Supplier<T> action) {
        return perform(name, action);
    }

    private <T> @Nullable T perform(String name, Supplier<T> action) {
        int thread = scheduler.self();
        if (isLeftOut(thread)) {
            return null;
        }
        history.start(thread, name);
        trace.start(name);
        T result = action.get();
        String text = String.valueOf(result);
        history.ack(thread, name, text);
        synchronized (this) {
            operations.add(name);
        }
        if (thread == History.MAIN) {
            trace.ack(name);
            observer.acknowledged(history, operations, text);
        } else {
            if (observesThreads) {
                observer.acknowledged(history, operations, text); // at the event another thread goes on
            }
            trace.ack(name);
        }
        return result;
    }

    private synchronized boolean isLeftOut(int thread) {
        int number = askedOfThread.merge(thread, 1, Integer::sum) + (thread + 1) * MOST_OPERATIONS;
        asked.add(number);
        return skipped.contains(number);
    }

    /** Does something last and closes the heap, as an operation. */
    void close(Runnable last) {
        history.start(History.MAIN, CLOSE);
        trace.start(CLOSE);
        last.run();
        heap.close();
        history.ack(History.MAIN, CLOSE, "");
        trace.ack(CLOSE);
    }

    /** Returns the numbers of the operations that the workload has, those left out included. */
    List<Integer> asked() {
        return asked;
    }

    /** Returns what happened so far. */
    History history() {
        return history;
    }
}
