package org.jnvm.bench.collect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PString;

/**
 * Fills a heap without a collector and one with it, and has one thread read and replace the values of maps in them, in turns: prints {@code
 * PAIR phase base-operations base-nanos base-longest base-own operations nanos longest own freed} for each pair of windows. Then prints
 * {@code FILLED} and waits to be killed. The longest operation is there as it was, and the longest {@linkplain OwnTime own time}
 * of one.
 *
 * <ul>
 *   <li>{@code idle}: the heap without a collector, then that with it, which does not collect; values are freed by hand;
 *   <li>{@code collecting}: the heap with a collector at rest, then as long as a collection takes, in which nothing is freed by hand; a
 *       window at rest is as long as the collection before. {@code APART} and whether the thread has a processor to itself comes
 *       before;
 *   <li>{@code java}: the same of a map of the Java heap, beside a collection of the heap: how long an operation takes at most where
 *       other threads keep the other processors busy, whatever they do.
 * </ul>
 *
 * <p>Arguments: the two files, maximum bytes, objects, nanoseconds of a window, pairs of windows while it is idle, while it collects.
 */
public final class CollectorProcess {
    static final String BALLAST = "ballast";
    static final String MAP = "map";
    private static final int PART = 1000;
    private static final int KEYS = 100_000;
    private static final int BATCH = 64;
    private static final String WORKER = "worker";

    private final SplittableRandom random = new SplittableRandom(1);
    private final String[] keys = new String[KEYS];
    private long lasted;
    private boolean said;

    /** A heap and the map in it. */
    private record Filled(Heap heap, PConcurrentHashMap<PString, Item> map) {}

    /** What was done in a window. */
    private record Window(long operations, long nanos, long longest, long own) {
        @Override
        public String toString() {
            return operations + " " + nanos + " " + longest + " " + own;
        }
    }

    /** Runs a window, in which it is freed by hand or not. */
    private interface Windows {
        Window run(boolean byHand, BooleanSupplier goesOn);
    }

    private CollectorProcess() {
        for (int i = 0; i < KEYS; i++) {
            keys[i] = "key " + i;
        }
    }

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        FutureTask<Void> work = new FutureTask<>(() -> {
            new CollectorProcess().run(arguments);
            return null;
        });
        Thread worker = new Thread(work, WORKER);
        worker.start();
        work.get();
        System.out.println("FILLED");
        System.in.read();
        throw new IllegalStateException("a process that is to be killed was let go");
    }

    private void run(String[] arguments) throws Exception {
        long bytes = Long.parseLong(arguments[2]);
        long objects = Long.parseLong(arguments[3]);
        Filled plain = fill(Path.of(arguments[0]), bytes, objects, Collector.OFF);
        Filled collected = fill(Path.of(arguments[1]), bytes, objects, Collector.ON_DEMAND);
        long nanos = Long.parseLong(arguments[4]);
        int idle = Integer.parseInt(arguments[5]);
        for (int pair = -idle / 2; pair < idle; pair++) { // those below 0 warm up
            boolean first = (pair & 1) == 0;
            Window one = window(first ? plain : collected, true, lasts(nanos));
            Window two = window(first ? collected : plain, true, lasts(nanos));
            if (pair >= 0) {
                System.out.println("PAIR idle " + (first ? one : two) + " " + (first ? two : one) + " 0");
            }
        }
        lasted = 10 * nanos;
        int pairs = Integer.parseInt(arguments[6]);
        for (int pair = 0; pair < pairs; pair++) {
            collect(collected, "collecting", (byHand, goesOn) -> window(collected, byHand, goesOn));
        }
        Map<String, Long> javaMap = new ConcurrentHashMap<>();
        for (int pair = 0; pair < pairs; pair++) {
            collect(collected, "java", (byHand, goesOn) -> window(() -> operation(javaMap), goesOn));
        }
    }

    /** Runs a window while the heap is not collected, then one while it is. */
    private void collect(Filled collected, String phase, Windows windows) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        FutureTask<Long> collection = new FutureTask<>(() -> {
            start.await();
            return collected.heap().collect();
        });
        new Thread(collection, "collecting").start();
        boolean apart = Processors.apart(WORKER);
        if (!said) {
            said = true;
            System.out.println("APART " + apart);
        }
        Window base = windows.run(true, lasts(lasted));
        start.countDown();
        Window during = windows.run(false, () -> !collection.isDone());
        lasted = during.nanos();
        System.out.println("PAIR " + phase + " " + base + " " + during + " " + collection.get());
    }

    private static BooleanSupplier lasts(long nanos) {
        long end = System.nanoTime() + nanos;
        return () -> System.nanoTime() < end;
    }

    private Filled fill(Path file, long bytes, long objects, Collector collector) throws IOException {
        Heap heap = Heap.create(
                file, bytes, HeapOptions.defaults().collector(collector).reserve(bytes));
        try (Heap.Scope scope = heap.enter()) {
            PArray<PArray<Item>> all = new PArray<>((int) (objects / PART));
            heap.root().put(BALLAST, all);
            for (int i = 0; i < all.length(); i++) {
                PArray<Item> part = new PArray<>(PART);
                for (int k = 0; k < PART; k++) {
                    part.set(k, new Item(k));
                }
                all.set(i, part);
            }
            PConcurrentHashMap<PString, Item> map = new PConcurrentHashMap<>();
            heap.root().put(MAP, map);
            for (int i = 0; i < KEYS; i++) {
                map.put(new PString(keys[i]), new Item(i));
            }
            return new Filled(heap, map);
        }
    }

    /**
     * Runs half reads, half replacements.
     *
     * @param byHand whether what is replaced is freed by hand
     * @param goesOn asked now and then
     */
    private Window window(Filled filled, boolean byHand, BooleanSupplier goesOn) {
        try (Heap.Scope scope = filled.heap().enter()) {
            return window(() -> operation(filled, byHand), goesOn);
        }
    }

    private static Window window(Runnable operation, BooleanSupplier goesOn) {
        try (OwnTime time = new OwnTime()) {
            long nanos = 0;
            long longest = 0;
            long own = 0;
            long operations = 0;
            while (goesOn.getAsBoolean()) {
                long longestOfBatch = 0;
                long began = System.nanoTime();
                long last = began;
                for (int i = 0; i < BATCH; i++) {
                    operation.run();
                    long now = System.nanoTime();
                    longestOfBatch = Math.max(longestOfBatch, now - last);
                    last = now;
                }
                operations += BATCH;
                nanos += last - began; // without the look at the own time
                longest = Math.max(longest, longestOfBatch);
                own = Math.max(own, time.of(longestOfBatch));
            }
            return new Window(operations, nanos, longest, own);
        }
    }

    /** The same in a map of the Java heap. */
    private void operation(Map<String, Long> map) {
        String key = keys[random.nextInt(KEYS)];
        if (random.nextBoolean()) {
            if (map.getOrDefault(key, 0L) < 0) {
                throw new IllegalStateException("wrong value: key=" + key);
            }
            return;
        }
        map.put(key, (long) random.nextInt(KEYS));
    }

    private void operation(Filled filled, boolean byHand) {
        String key = keys[random.nextInt(KEYS)];
        if (random.nextBoolean()) {
            if (filled.map().get(key).value() < 0) {
                throw new IllegalStateException("wrong value: key=" + key);
            }
            return;
        }
        Item old = filled.map().put(new PString(key), new Item(random.nextInt(KEYS)));
        if (byHand) {
            filled.heap().free(old);
        }
    }
}
