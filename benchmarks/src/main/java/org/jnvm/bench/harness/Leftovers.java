package org.jnvm.bench.harness;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * What must not be left if this JVM is told to stop: children, which are killed, and then the folders in which they
 * wrote. Each is ended once, by whoever has it or at the end of the JVM; the last one that was made first. Thread-safe.
 */
final class Leftovers {
    private static final Deque<Runnable> ALL = new ConcurrentLinkedDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::endAll, "leftovers"));
    }

    private Leftovers() {}

    /** Adds what ends something. */
    static void add(Runnable end) {
        ALL.addFirst(end);
    }

    /** Ends something that was added, unless it has been ended. */
    static void end(Runnable end) {
        if (ALL.remove(end)) {
            end.run();
        }
    }

    private static void endAll() {
        for (Runnable end = ALL.pollFirst(); end != null; end = ALL.pollFirst()) {
            end.run();
        }
    }
}
