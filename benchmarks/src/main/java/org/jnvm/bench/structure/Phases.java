package org.jnvm.bench.structure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;

/**
 * Lets threads do so many operations of a kind on a structure, one kind after the other, and takes the time; of every
 * {@value #SAMPLED}th operation by itself, too.
 */
final class Phases {
    /** Of so many operations one is timed: reading the clock takes as long as some of them. */
    private static final int SAMPLED = 64;

    private static final int DIGITS = 2;
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Structure structure;
    private final int threads;
    private final List<String> lines = new ArrayList<>();

    /** Operations of one thread. */
    interface Part {
        /** Does those with the numbers from one on and before another. */
        void run(int from, int to);
    }

    Phases(Structure structure, int threads) {
        this.structure = structure;
        this.threads = threads;
    }

    /** Returns {@code RESULT operation} and {@link StructureProcess#MEASURED} for each phase. */
    List<String> lines() {
        return lines;
    }

    /** Returns the number of the first operation of a thread. */
    static int from(int thread, int threads, int count) {
        return (int) ((long) count * thread / threads);
    }

    /** Does a number of operations, of which each thread has an equal part. */
    void run(String operation, int count, Part part) throws InterruptedException {
        run(operation, count, part, true);
    }

    /** Does a number of operations that cannot be told apart. */
    void runWhole(String operation, int count, Part part) throws InterruptedException {
        run(operation, count, part, false);
    }

    private void run(String operation, int count, Part part, boolean samples) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch begin = new CountDownLatch(1);
        List<Worker> workers = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int from = from(thread, threads, count);
            int to = from(thread + 1, threads, count);
            workers.add(new Worker(ready, begin, part, from, to, samples));
        }
        workers.forEach(Thread::start);
        ready.await();
        long began = System.nanoTime();
        begin.countDown();
        long cpuNanos = 0;
        for (Worker worker : workers) {
            cpuNanos += worker.end();
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        Histogram latencies = new Histogram(DIGITS);
        workers.forEach(worker -> latencies.add(worker.latencies));
        StringBuilder line =
                new StringBuilder("RESULT " + operation + " " + count / seconds + " " + (double) cpuNanos / count);
        for (double percentile : PERCENTILES) {
            line.append(' ')
                    .append(
                            latencies.getTotalCount() == 0
                                    ? Double.NaN
                                    : (double) latencies.getValueAtPercentile(percentile));
        }
        lines.add(line.toString());
    }

    /** A thread. */
    private final class Worker extends Thread {
        private final CountDownLatch ready;
        private final CountDownLatch begin;
        private final Part part;
        private final int from;
        private final int to;
        private final boolean samples;
        private final Histogram latencies = new Histogram(DIGITS);
        private long cpuNanos;
        private Throwable failure;

        Worker(CountDownLatch ready, CountDownLatch begin, Part part, int from, int to, boolean samples) {
            super("worker");
            this.ready = ready;
            this.begin = begin;
            this.part = part;
            this.from = from;
            this.to = to;
            this.samples = samples;
        }

        private void work() {
            if (!samples) {
                part.run(from, to);
                return;
            }
            for (int at = from; at < to; at += SAMPLED) {
                int last = Math.min(at + SAMPLED, to) - 1;
                part.run(at, last);
                long began = System.nanoTime();
                part.run(last, last + 1);
                latencies.recordValue(System.nanoTime() - began);
            }
        }

        @Override
        public void run() {
            try (AutoCloseable scope = structure.enterThread()) {
                ready.countDown();
                begin.await();
                long before = THREADS.getCurrentThreadCpuTime();
                work();
                cpuNanos = THREADS.getCurrentThreadCpuTime() - before;
            } catch (Exception | Error e) {
                failure = e;
                ready.countDown();
            }
        }

        /** Waits until the thread has ended well; returns its processor time. */
        private long end() throws InterruptedException {
            join();
            if (failure != null) {
                throw new IllegalStateException("worker failed: " + failure.getMessage(), failure);
            }
            return cpuNanos;
        }
    }
}
