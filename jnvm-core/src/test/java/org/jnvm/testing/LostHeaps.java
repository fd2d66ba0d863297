package org.jnvm.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jnvm.Heap;

/** Heaps that are dropped without being closed, while the last proxy of each is still read and written. */
final class LostHeaps {
    private static final int ROUNDS = 40;
    private static final int ACCESSES = 400_000;

    private static volatile boolean done;

    private LostHeaps() {}

    /**
     * Drops heaps while the collector runs all the time.
     *
     * @return how many of their mappings are left
     */
    static long run(Path folder) throws Exception {
        Thread collector = new Thread(() -> {
            while (!done) {
                System.gc();
            }
        });
        collector.setDaemon(true); // a failure ends the JVM
        collector.start();
        for (int round = 0; round < ROUNDS; round++) {
            Path file = folder.resolve(round + ".heap");
            long sum = round % 2 == 0 ? near(node(file, round)) : far(wide(file, round));
            if (sum != (long) round * ACCESSES + (long) ACCESSES * (ACCESSES - 1) / 2) {
                throw new AssertionError("round=" + round + ", sum=" + sum);
            }
        }
        done = true;
        collector.join();
        for (int i = 0; i < 50 && mappings() > 0; i++) {
            System.gc();
            Thread.sleep(10); // the JDK unmaps in a thread of its own
        }
        return mappings();
    }

    private static Node node(Path file, long value) {
        Heap heap = Heap.create(file, 1 << 20);
        try (Heap.Scope scope = heap.enter()) {
            return new Node(value);
        }
    }

    private static Wide wide(Path file, long value) {
        Heap heap = Heap.create(file, 1 << 20);
        try (Heap.Scope scope = heap.enter()) {
            Wide wide = new Wide();
            wide.setJ(3, value);
            return wide;
        }
    }

    /** Nobody but the parameter refers to the heap. */
    private static long near(Node last) {
        long sum = 0;
        for (int i = 0; i < ACCESSES; i++) {
            long value = last.value();
            sum += value;
            last.setValue(value + 1);
        }
        return sum;
    }

    private static long far(Wide last) {
        long sum = 0;
        for (int i = 0; i < ACCESSES; i++) {
            long value = last.j(3);
            sum += value;
            last.setJ(3, value + 1);
        }
        return sum;
    }

    private static long mappings() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.endsWith(".heap")).count();
        }
    }
}
