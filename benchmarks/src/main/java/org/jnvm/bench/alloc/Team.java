package org.jnvm.bench.alloc;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Threads that do a workload, window by window, until they are stopped. A window ends for a thread with the round in which
 * its time is over, so it holds at least one round; the next one begins at once, and nobody rests while another is
 * measured.
 */
final class Team implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int OVER = -1;

    private final List<Worker> workers = new ArrayList<>();
    /** A permit for each worker that has left a window. */
    private final Semaphore left = new Semaphore(0);
    /** A permit for each worker that uses its contender no more. */
    private final Semaphore ended = new Semaphore(0);

    private int windows;
    /** The one that is running. */
    private volatile int window;

    /**
     * What threads did in a window.
     *
     * @param pairs of an allocation and a free
     * @param perSecond pairs of all threads together
     * @param cpuNanos CPU time of all threads together
     * @param timings what the rounds timed apart; null if they time nothing
     */
    record Window(long pairs, double perSecond, long cpuNanos, Timings timings) {
        /** Returns the one of median speed. */
        static Window median(List<Window> windows) {
            return windows.stream()
                    .sorted(Comparator.comparingDouble(Window::perSecond))
                    .toList()
                    .get(windows.size() / 2);
        }
    }

    /**
     * Starts the threads.
     *
     * @param threads how many
     * @param contenders what a thread uses
     * @param rounds makes what a thread does; the thread calls this itself
     */
    Team(int threads, IntFunction<Contender> contenders, IntFunction<Workload.Round> rounds) {
        for (int thread = 0; thread < threads; thread++) {
            int index = thread;
            workers.add(
                    new Worker("worker " + threads + "." + index, contenders.apply(index), () -> rounds.apply(index)));
        }
        workers.forEach(Thread::start);
    }

    /**
     * Lets windows pass until the least time of warm-up is over and the rate is {@linkplain Steady steady}, or the most
     * time is over.
     */
    void warmUp(Lengths lengths) throws InterruptedException {
        long began = System.nanoTime();
        List<Double> rates = new ArrayList<>();
        long milliseconds;
        do {
            rates.add(next(lengths.window()).perSecond());
            milliseconds = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        } while (milliseconds < lengths.least() || milliseconds < lengths.most() && !Steady.is(rates));
    }

    /** Returns the next windows. */
    List<Window> windows(Lengths lengths) throws InterruptedException {
        List<Window> next = new ArrayList<>();
        for (int i = 0; i < lengths.windows(); i++) {
            next.add(next(lengths.window()));
        }
        return next;
    }

    /** Ends the running window after a time, or later if a thread has not done a round in it. */
    Window next(int milliseconds) throws InterruptedException {
        Thread.sleep(milliseconds);
        window = ++windows;
        left.acquire(workers.size());
        long pairs = 0;
        double perSecond = 0;
        long cpuNanos = 0;
        Timings timings = null;
        workers.forEach(Worker::requireSuccess);
        for (Worker worker : workers) {
            Window last = worker.last;
            pairs += last.pairs;
            perSecond += last.perSecond;
            cpuNanos += last.cpuNanos;
            timings = Timings.sum(timings, last.timings);
        }
        return new Window(pairs, perSecond, cpuNanos, timings);
    }

    /** Stops the threads, and waits until they use their contenders no more. */
    @Override
    public void close() {
        window = OVER;
        ended.acquireUninterruptibly(workers.size());
    }

    /** A thread; it knows what it did in the window that it left last. */
    private final class Worker extends Thread {
        private final Contender contender;
        private final Supplier<Workload.Round> maker;
        private Window last;
        private volatile Throwable failure;

        Worker(String name, Contender contender, Supplier<Workload.Round> maker) {
            super(name);
            this.contender = contender;
            this.maker = maker;
        }

        void requireSuccess() {
            if (failure != null) {
                throw new IllegalStateException("worker failed: worker=" + getName(), failure);
            }
        }

        @Override
        public void run() {
            try (AutoCloseable scope = contender.enterThread()) {
                Workload.Round round = maker.get();
                for (int mine = 0; window != OVER; mine++) {
                    last = window(round, mine);
                    left.release();
                }
            } catch (Exception | Error e) {
                failure = e;
                left.release(workers.size()); // nobody is waited for any more
            } finally {
                ended.release();
            }
        }

        private Window window(Workload.Round round, int mine) {
            long cpuBegan = THREADS.getCurrentThreadCpuTime();
            long began = System.nanoTime();
            long rounds = 0;
            do {
                round.run();
                rounds++;
            } while (window == mine);
            long nanos = System.nanoTime() - began;
            long cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBegan;
            long pairs = rounds * round.pairs();
            return new Window(pairs, pairs * 1e9 / nanos, cpuNanos, round.timings());
        }
    }
}
