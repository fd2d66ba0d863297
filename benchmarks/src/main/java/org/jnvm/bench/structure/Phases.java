package org.jnvm.bench.structure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Lets threads do so many operations of a kind on a structure, one kind after the other, and takes the time. */
final class Phases {
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
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch begin = new CountDownLatch(1);
        List<Worker> workers = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int from = from(thread, threads, count);
            int to = from(thread + 1, threads, count);
            workers.add(new Worker(ready, begin, () -> part.run(from, to)));
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
        lines.add("RESULT " + operation + " " + count / seconds + " " + (double) cpuNanos / count);
    }

    /** A thread. */
    private final class Worker extends Thread {
        private final CountDownLatch ready;
        private final CountDownLatch begin;
        private final Runnable work;
        private long cpuNanos;
        private Throwable failure;

        Worker(CountDownLatch ready, CountDownLatch begin, Runnable work) {
            super("worker");
            this.ready = ready;
            this.begin = begin;
            this.work = work;
        }

        @Override
        public void run() {
            try (AutoCloseable scope = structure.enterThread()) {
                ready.countDown();
                begin.await();
                long before = THREADS.getCurrentThreadCpuTime();
                work.run();
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
