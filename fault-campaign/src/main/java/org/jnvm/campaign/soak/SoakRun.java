package org.jnvm.campaign.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;
import org.jnvm.Collector;
import org.jnvm.CollectorStats;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;

/** Runs a program twice: to see what it holds, and then in a heap half as large again, for as long as wanted. */
public final class SoakRun {
    private static final int BLOCK_BYTES = 256;
    private static final long LARGE = 1L << 30;
    private static final double ROOM = 1.5;
    private static final int STEPS = 32;
    private static final long LATEST_NANOS = 60_000_000_000L;

    private final SoakName name;
    private final Path folder;
    private final int threads;
    private final int size;
    private final long seed;

    /**
     * Prepares.
     *
     * @param name the program
     * @param folder where heaps are made
     * @param threads how many threads it has
     * @param size how much it holds
     * @param seed what its operations follow from
     */
    public SoakRun(SoakName name, Path folder, int threads, int size, long seed) {
        this.name = name;
        this.folder = folder;
        this.threads = threads;
        this.size = size;
        this.seed = seed;
    }

    /**
     * Runs it.
     *
     * @param time for how long
     * @return what was done
     * @throws IllegalStateException if something is not as it was written, or the heap was full
     */
    public String run(Duration time) throws IOException, InterruptedException {
        Path file =
                folder.resolve("soak-" + name + "-" + ProcessHandle.current().pid() + ".heap");
        try {
            long live = held(file);
            long bytes = (long) (live * ROOM);
            try (Heap heap = Heap.create(file, bytes, HeapOptions.defaults().collector(Collector.BACKGROUND));
                    Heap.Scope scope = heap.enter()) {
                Soak soak = name.on(heap, threads, size);
                soak.fill();
                long steps = steps(soak, time);
                soak.audit();
                HeapCheck check = heap.check();
                Soak.require(check.count(HeapCheck.Severity.ERROR) == 0, check.toString());
                CollectorStats stats = heap.stats().collector();
                return name + ": seed " + seed + ", " + threads + " threads, live " + (live >> 10) + " KiB, heap "
                        + (bytes >> 10) + " KiB, " + time.toSeconds() + " s, " + steps + " steps, " + stats;
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Returns how many bytes of a heap the program holds at the beginning, without garbage. */
    private long held(Path file) throws IOException {
        Files.deleteIfExists(file);
        try (Heap heap = Heap.create(file, LARGE);
                Heap.Scope scope = heap.enter()) {
            name.on(heap, threads, size).fill();
        }
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            return heap.recovery().liveBlocks() * BLOCK_BYTES;
        } finally {
            Files.delete(file);
        }
    }

    private static boolean hasFreed(Soak soak) {
        CollectorStats stats = soak.heap.stats().collector();
        return stats != null && stats.freedObjects() > 0;
    }

    private long steps(Soak soak, Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        long latest = end + LATEST_NANOS; // of a short run on a busy machine
        LongAdder steps = new LongAdder();
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int thread = i;
            FutureTask<Void> task = new FutureTask<>(() -> {
                SplittableRandom random = new SplittableRandom(seed * 31 + thread);
                try (Heap.Scope scope = soak.heap.enter()) {
                    while (System.nanoTime() < end || !hasFreed(soak) && System.nanoTime() < latest) {
                        for (int k = 0; k < STEPS; k++) {
                            soak.step(thread, random);
                        }
                        steps.add(STEPS);
                    }
                }
                return null;
            });
            new Thread(task, name + " " + i).start();
            tasks.add(task);
        }
        for (FutureTask<Void> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(
                        name + " failed: seed=" + seed + ", " + soak.heap.stats() + ", " + soak.heap.histogram(),
                        e.getCause());
            }
        }
        return steps.sum();
    }
}
