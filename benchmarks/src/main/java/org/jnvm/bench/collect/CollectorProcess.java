package org.jnvm.bench.collect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PString;

/**
 * Fills a heap, and has one thread read and replace the values of a map, phase by phase: each prints {@code PHASE name operations nanos p50
 * p99 p999 max collections freed}. Then prints {@code FILLED} and waits to be killed.
 *
 * <p>Arguments: file, maximum bytes, objects, the collector, nanoseconds of a phase.
 */
public final class CollectorProcess {
    static final String BALLAST = "ballast";
    static final String MAP = "map";
    private static final int PART = 1000;
    private static final int KEYS = 100_000;
    private static final int ROUNDS = 3;

    private final Heap heap;
    private final long nanos;
    private final PConcurrentHashMap<PString, Item> map;
    private final String[] keys = new String[KEYS];
    private final SplittableRandom random = new SplittableRandom(1);

    private CollectorProcess(Heap heap, long nanos) {
        this.heap = heap;
        this.nanos = nanos;
        map = new PConcurrentHashMap<>();
        heap.root().put(MAP, map);
        for (int i = 0; i < KEYS; i++) {
            keys[i] = "key " + i;
            map.put(new PString(keys[i]), new Item(i));
        }
    }

    /** Runs. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Collector collector = Collector.valueOf(arguments[3]);
        Heap heap = Heap.create(
                Path.of(arguments[0]),
                Long.parseLong(arguments[1]),
                HeapOptions.defaults().collector(collector));
        try (Heap.Scope scope = heap.enter()) {
            fill(heap, Long.parseLong(arguments[2]));
            CollectorProcess process = new CollectorProcess(heap, Long.parseLong(arguments[4]));
            process.phase("warm-up", true);
            for (int round = 0; round < ROUNDS; round++) {
                process.phase("idle", true);
                if (collector != Collector.OFF) {
                    process.collecting();
                }
            }
        }
        System.out.println("FILLED");
        System.in.read();
        throw new IllegalStateException("a process that is to be killed was let go");
    }

    private static void fill(Heap heap, long objects) {
        PArray<PArray<Item>> all = new PArray<>((int) (objects / PART));
        heap.root().put(BALLAST, all);
        for (int i = 0; i < all.length(); i++) {
            PArray<Item> part = new PArray<>(PART);
            for (int k = 0; k < PART; k++) {
                part.set(k, new Item(k));
            }
            all.set(i, part);
        }
    }

    private void collecting() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            while (!done.get()) {
                heap.collect();
            }
        });
        thread.start();
        phase("collecting", false);
        done.set(true);
        thread.join();
    }

    /**
     * Runs half reads, half replacements.
     *
     * @param byHand whether what is replaced is freed by hand
     */
    private void phase(String name, boolean byHand) {
        Histogram latency = new Histogram(3);
        long collections = collections();
        long freed = freed();
        long began = System.nanoTime();
        long last = began;
        long operations = 0;
        while (last - began < nanos) {
            String key = keys[random.nextInt(KEYS)];
            if (random.nextBoolean()) {
                if (map.get(key).value() < 0) {
                    throw new IllegalStateException("wrong value: key=" + key);
                }
            } else {
                Item old = map.put(new PString(key), new Item(operations));
                if (byHand) {
                    heap.free(old);
                }
            }
            operations++;
            long now = System.nanoTime();
            latency.recordValue(now - last);
            last = now;
        }
        System.out.println("PHASE " + name + " " + operations + " " + (last - began) + " "
                + latency.getValueAtPercentile(50) + " " + latency.getValueAtPercentile(99) + " "
                + latency.getValueAtPercentile(99.9) + " " + latency.getMaxValue() + " "
                + (collections() - collections) + " " + (freed() - freed));
    }

    private long collections() {
        return heap.stats().collector() == null ? 0 : heap.stats().collector().collections();
    }

    private long freed() {
        return heap.stats().collector() == null ? 0 : heap.stats().collector().freedObjects();
    }
}
