package org.jnvm.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jnvm.Heap;

/** Heaps that are dropped without being closed, while the last proxy of each is still read and written. */
final class LostHeaps {
    private static final int ROUNDS = 40;
    /** Collections that come to their end while a proxy is used. */
    private static final int COLLECTIONS = 3;
    /** Collections that come about the end of its use, or later. */
    private static final int MORE = 2;
    /** Enough for compiled code. */
    private static final int WARM_UP = 200_000;

    private static final int ACCESSES = 1000;
    /** For the JDK to unmap what it has collected. */
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private static final Semaphore ASKED = new Semaphore(0);
    private static volatile long collected;

    private LostHeaps() {}

    /**
     * Drops heaps while the collector runs.
     *
     * @return how many of their mappings are left
     */
    static long run(Path folder) throws Exception {
        Thread collector = new Thread(LostHeaps::collect);
        collector.setDaemon(true); // never ends
        for (int round = -2; round < ROUNDS; round++) {
            if (round == 0) {
                collector.start();
            }
            long accesses = round < 0 ? WARM_UP : ACCESSES;
            long until = round < 0 ? 0 : collected + COLLECTIONS;
            ASKED.release(round < 0 ? 0 : COLLECTIONS + MORE);
            Path file = folder.resolve(round + ".heap");
            long missed = round % 2 == 0 ? near(node(file), accesses, until) : far(wide(file), accesses, until);
            if (missed != 0) {
                throw new AssertionError("round=" + round + ", sum is less by=" + missed);
            }
        }
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (mappings() > 0 && System.nanoTime() < end) {
            System.gc(); // the JDK unmaps in a thread of its own
            Thread.yield();
        }
        return mappings();
    }

    private static void collect() {
        while (true) {
            ASKED.acquireUninterruptibly();
            System.gc();
            collected++; // by this thread only
        }
    }

    private static Node node(Path file) {
        Heap heap = Heap.create(file, 1 << 20);
        try (Heap.Scope scope = heap.enter()) {
            return new Node(0);
        }
    }

    private static Wide wide(Path file) {
        Heap heap = Heap.create(file, 1 << 20);
        try (Heap.Scope scope = heap.enter()) {
            return new Wide();
        }
    }

    /**
     * Counts with a field until so many collections are done. Nobody but the parameter refers to the heap.
     *
     * @return what the sum of the numbers counted lacks: 0 if each was read as it was written
     */
    private static long near(Node last, long accesses, long until) {
        long sum = 0;
        long count = 0;
        do {
            for (int i = 0; i < accesses; i++) {
                long value = last.value();
                sum += value;
                last.setValue(value + 1);
            }
            count += accesses;
        } while (collected < until);
        return count * (count - 1) / 2 - sum;
    }

    private static long far(Wide last, long accesses, long until) {
        long sum = 0;
        long count = 0;
        do {
            for (int i = 0; i < accesses; i++) {
                long value = last.j(3);
                sum += value;
                last.setJ(3, value + 1);
            }
            count += accesses;
        } while (collected < until);
        return count * (count - 1) / 2 - sum;
    }

    private static long mappings() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.endsWith(".heap")).count();
        }
    }
}
