package org.jnvm.bench.alloc;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.spi.Recorder;

/**
 * Measures one contender with one workload, in a JVM of its own, and prints {@code RESULT threads pairs/s ns/pair
 * CPU-ns/pair} for
 * each number of threads; or counts what it does to persistent memory.
 *
 * <p>Arguments: contender, workload, bytes, then {@code time <threads,...> <warm-up ms> <measured ms>} or {@code count
 * <rounds>}, which prints {@code BYTES bytes between neighbours} and {@code COUNT pairs fences write-backs}, both of the
 * second half of the rounds (the write-backs of LLPL are counted from outside).
 */
public final class AllocProcess {
    private static final long HEAP_BYTES = 512L << 20;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int NEIGHBOURS = 1000;
    /** The contender of the module's profile {@code llpl}; that of the other durability is {@code llpl-tx}. */
    private static final String LLPL = "org.jnvm.bench.alloc.LlplContender";

    private final Workload workload;
    private final int bytes;
    private final Contender contender;

    private AllocProcess(Workload workload, int bytes, Contender contender) {
        this.workload = workload;
        this.bytes = bytes;
        this.contender = contender;
    }

    /** Counts what reaches persistent memory. */
    private static final class Counter implements Recorder {
        private long writeBacks;
        private long fences;

        @Override
        public void started(byte[] image) {
            // only counts matter
        }

        @Override
        public void stored(long offset, byte[] stored) {
            // only write-backs and fences are compared
        }

        @Override
        public void writtenBack(long offset) {
            writeBacks++;
        }

        @Override
        public void fenced() {
            fences++;
        }
    }

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        String name = arguments[0];
        Workload workload = Workload.valueOf(arguments[1]);
        int bytes = Integer.parseInt(arguments[2]);
        boolean count = arguments[3].equals("count");
        Counter counter = count ? new Counter() : null;
        try (Folder folder = new Folder();
                Contender contender = contender(name, folder.file("alloc.heap"), counter)) {
            AllocProcess process = new AllocProcess(workload, bytes, contender);
            if (count) {
                process.count(Integer.parseInt(arguments[4]), counter);
                return;
            }
            for (String threads : arguments[4].split(":")) {
                process.time(Integer.parseInt(threads), Integer.parseInt(arguments[5]), Integer.parseInt(arguments[6]));
            }
        }
    }

    private static Contender contender(String name, Path file, Counter counter) throws ReflectiveOperationException {
        if (name.startsWith("llpl")) {
            return (Contender) Class.forName(LLPL)
                    .getConstructor(Path.class, long.class, boolean.class)
                    .newInstance(file, HEAP_BYTES, name.equals("llpl-tx"));
        }
        boolean strings = name.endsWith(JnvmContender.STRINGS);
        HeapOptions options =
                HeapOptions.defaults().domain(DurabilityDomain.valueOf(name.replace(JnvmContender.STRINGS, "")));
        return new JnvmContender(file, HEAP_BYTES, counter == null ? options : options.recorder(counter), strings);
    }

    // ---- time ----

    private void time(int threads, int warmUpMs, int measuredMs) throws Exception {
        Workload.Shared shared = shared(threads);
        Clock clock = new Clock();
        CountDownLatch ready = new CountDownLatch(threads);
        List<Worker> workers = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            Worker worker = new Worker(shared, clock, ready, thread, "worker " + threads + "." + thread);
            worker.start();
            workers.add(worker);
        }
        ready.await();
        Thread.sleep(warmUpMs);
        clock.phase = Clock.MEASURE;
        Thread.sleep(measuredMs);
        clock.phase = Clock.STOP;
        double perSecond = 0;
        double cpuNanos = 0;
        long pairs = 0;
        for (Worker worker : workers) {
            worker.join();
            if (worker.failure != null) {
                throw new IllegalStateException("worker failed", worker.failure);
            }
            perSecond += worker.pairs * 1e9 / worker.nanos;
            cpuNanos += worker.cpuNanos;
            pairs += worker.pairs;
        }
        if (workload == Workload.LARSON) {
            shared.drain(contender);
        }
        System.out.println(
                "RESULT " + threads + " " + perSecond + " " + threads * 1e9 / perSecond + " " + cpuNanos / pairs);
    }

    private Workload.Shared shared(int threads) throws Exception {
        Workload.Shared shared = new Workload.Shared();
        if (workload == Workload.LARSON) {
            try (AutoCloseable scope = contender.enterThread()) {
                shared.fill(contender, threads);
            }
        }
        return shared;
    }

    /** What the threads are told. */
    private static final class Clock {
        static final int MEASURE = 1;
        static final int STOP = 2;

        private volatile int phase;
    }

    /** A thread that works until it is stopped, and knows what it did while it was measured. */
    private final class Worker extends Thread {
        private final Workload.Shared shared;
        private final Clock clock;
        private final CountDownLatch ready;
        private final int index;
        private long pairs;
        private long nanos;
        private long cpuNanos;
        private Throwable failure;

        Worker(Workload.Shared shared, Clock clock, CountDownLatch ready, int index, String name) {
            super(name);
            this.shared = shared;
            this.clock = clock;
            this.ready = ready;
            this.index = index;
        }

        @Override
        public void run() {
            try (AutoCloseable scope = contender.enterThread()) {
                Workload.Round round = workload.round(contender, bytes, shared, index);
                ready.countDown();
                while (clock.phase < Clock.MEASURE) {
                    round.run();
                }
                long cpuBegan = THREADS.getCurrentThreadCpuTime();
                long began = System.nanoTime();
                long rounds = 0;
                do {
                    round.run();
                    rounds++;
                } while (clock.phase < Clock.STOP);
                nanos = System.nanoTime() - began;
                cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBegan;
                pairs = rounds * round.pairs();
            } catch (Exception | Error e) {
                failure = e;
                ready.countDown();
            }
        }
    }

    // ---- counts ----

    private void count(int rounds, Counter counter) throws Exception {
        try (AutoCloseable scope = contender.enterThread()) {
            double between = bytesBetween(); // first, while the heap has no holes
            Workload.Shared shared = shared(1);
            Workload.Round round = workload.round(contender, bytes, shared, 0);
            for (int i = 0; i < rounds / 2; i++) {
                round.run();
            }
            long fences = counter.fences;
            long writeBacks = counter.writeBacks;
            for (int i = rounds / 2; i < rounds; i++) {
                round.run();
            }
            long pairs = (long) round.pairs() * (rounds - rounds / 2);
            System.out.println("BYTES " + between);
            System.out.println(
                    "COUNT " + pairs + " " + (counter.fences - fences) + " " + (counter.writeBacks - writeBacks));
        }
    }

    /**
     * Returns the heap bytes that an object takes: the mean distance of neighbours among many, without the few largest,
     * which lead from one area of the heap to another.
     */
    private double bytesBetween() {
        Object[] blocks = new Object[NEIGHBOURS];
        long[] addresses = new long[NEIGHBOURS];
        for (int i = 0; i < NEIGHBOURS; i++) {
            blocks[i] = contender.allocate(bytes);
            addresses[i] = contender.address(blocks[i]);
        }
        for (Object block : blocks) {
            contender.free(block);
        }
        Arrays.sort(addresses);
        return IntStream.range(1, NEIGHBOURS)
                .mapToLong(i -> addresses[i] - addresses[i - 1])
                .sorted()
                .limit(NEIGHBOURS - 1 - NEIGHBOURS / 50)
                .average()
                .orElseThrow();
    }
}
