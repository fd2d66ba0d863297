package org.jnvm.bench.cores;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import org.jnvm.bench.cores.Subject.Work;
import org.jnvm.bench.harness.WarmUp;

/** Threads that repeat something: while the code is compiled, then for a measured time. */
final class Crew {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int MEASURE = 1;
    private static final int STOP = 2;

    private final Subject subject;
    private final IntFunction<Work> works;
    private final CountDownLatch ready;
    private volatile int phase;

    /**
     * What threads did.
     *
     * @param perSecond operations of all threads together
     * @param cpuNanos of one operation
     */
    record Done(double perSecond, double cpuNanos) {}

    private Crew(Subject subject, IntFunction<Work> works, int threads) {
        this.subject = subject;
        this.works = works;
        ready = new CountDownLatch(threads);
    }

    /**
     * Lets threads work.
     *
     * @param works makes what a thread does, by its number; called by the thread
     * @param warmUpMs the step of {@link WarmUp}
     */
    static Done run(Subject subject, IntFunction<Work> works, int threads, int warmUpMs, int measuredMs)
            throws InterruptedException {
        Crew crew = new Crew(subject, works, threads);
        List<Worker> workers = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            workers.add(crew.new Worker(thread));
        }
        workers.forEach(Thread::start);
        crew.ready.await();
        WarmUp.await(warmUpMs);
        crew.phase = MEASURE;
        Thread.sleep(measuredMs);
        crew.phase = STOP;
        double perSecond = 0;
        double cpuNanos = 0;
        long operations = 0;
        for (Worker worker : workers) {
            worker.end();
            perSecond += worker.operations * 1e9 / worker.nanos;
            cpuNanos += worker.cpuNanos;
            operations += worker.operations;
        }
        return new Done(perSecond, cpuNanos / operations);
    }

    /** A thread. */
    private final class Worker extends Thread {
        private final int number;
        private long operations;
        private long nanos;
        private long cpuNanos;
        private Throwable failure;

        private Worker(int number) {
            super("worker " + number);
            this.number = number;
        }

        @Override
        public void run() {
            try (AutoCloseable scope = subject.enterThread()) {
                Work work = works.apply(number);
                ready.countDown();
                while (phase < MEASURE) {
                    work.run();
                }
                long cpuBegan = THREADS.getCurrentThreadCpuTime();
                long began = System.nanoTime();
                do {
                    work.run();
                    operations += Subject.TIMES;
                } while (phase < STOP);
                nanos = System.nanoTime() - began;
                cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBegan;
            } catch (Exception | Error e) {
                failure = e;
                ready.countDown();
            }
        }

        /** Waits until the thread has ended well. */
        private void end() throws InterruptedException {
            join();
            if (failure != null) {
                throw new IllegalStateException("worker failed: " + failure.getMessage(), failure);
            }
        }
    }
}
