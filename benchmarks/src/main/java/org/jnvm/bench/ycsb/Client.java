package org.jnvm.bench.ycsb;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jnvm.bench.harness.WarmUp;

/** A closed-loop client: one operation after the other, until it is stopped. */
final class Client extends Thread {
    private static final int DIGITS = 2;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What the clients of a run are told. */
    static final class Clock {
        static final int MEASURE = 1;
        static final int STOP = 2;

        private final CountDownLatch ready;
        private volatile int phase;

        Clock(int clients) {
            ready = new CountDownLatch(clients);
        }

        /**
         * Lets the clients warm up, then measures.
         *
         * @param warmUpMs the step of {@link WarmUp}
         */
        void run(int warmUpMs, int measuredMs) throws InterruptedException {
            ready.await();
            WarmUp.await(warmUpMs);
            phase = MEASURE;
            Thread.sleep(measuredMs);
            phase = STOP;
        }
    }

    /** A mean; for one thread at a time. */
    static final class Mean {
        private long sum;
        private long count;

        private void add(long value) {
            sum += value;
            count++;
        }

        /** Adds what another one has. */
        void add(Mean other) {
            sum += other.sum;
            count += other.count;
        }

        /** Returns the mean; NaN of nothing. */
        double value() {
            return count == 0 ? Double.NaN : (double) sum / count;
        }
    }

    /** What a client does. */
    private interface Work {
        void run() throws Exception;
    }

    private final Store store;
    private final CheckedDb db;
    private final Histogram latencies = new Histogram(DIGITS);
    private final Mean reads = new Mean();
    private final Mean writes = new Mean();
    private Work work = () -> {};
    private long nanos;
    private long cpuNanos;
    private Throwable failure;

    Client(Store store, CheckedDb db) {
        super("client");
        this.store = store;
        this.db = db;
    }

    CheckedDb db() {
        return db;
    }

    /** Inserts records, from 0 on. */
    void load(CheckedWorkload workload, long records) {
        work = () -> {
            long began = System.nanoTime();
            for (long i = 0; i < records; i++) {
                workload.doInsert(db, null);
            }
            store.loaded();
            nanos = System.nanoTime() - began;
        };
    }

    /** Runs operations as the clock says. */
    void operate(CheckedWorkload workload, Clock clock) {
        work = () -> {
            clock.ready.countDown();
            while (clock.phase < Clock.MEASURE) {
                workload.doTransaction(db, null);
            }
            db.wrote(); // what it wrote while warming up
            long cpuBegan = THREADS.getCurrentThreadCpuTime();
            long began = System.nanoTime();
            long before = began;
            do {
                workload.doTransaction(db, null);
                long now = System.nanoTime();
                latencies.recordValue(now - before);
                (db.wrote() ? writes : reads).add(now - before);
                before = now;
            } while (clock.phase < Clock.STOP);
            nanos = before - began;
            cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBegan;
        };
    }

    /** Reads all records, and checks that none is older than what clients wrote last. */
    void check(CheckedWorkload workload, long records, List<Versions> written) {
        work = () -> {
            for (long i = 0; i < records; i++) {
                db.check(workload.buildKeyName(i), written);
            }
        };
    }

    @Override
    public void run() {
        try (AutoCloseable scope = store.enterThread()) {
            work.run();
        } catch (Exception | Error e) {
            failure = e;
        }
    }

    /** Waits until the client has ended well. */
    void end() throws InterruptedException {
        join();
        if (failure != null) {
            throw new IllegalStateException("client failed: " + failure.getMessage(), failure);
        }
    }

    /** Returns how long it took, or was measured. */
    long nanos() {
        return nanos;
    }

    /** Returns the processor time of what was measured. */
    long cpuNanos() {
        return cpuNanos;
    }

    /** Returns the time of each measured operation in ns. */
    Histogram latencies() {
        return latencies;
    }

    /** Returns the mean time of measured operations that only read, in ns. */
    Mean reads() {
        return reads;
    }

    /** Returns the mean time of measured operations that wrote, in ns. */
    Mean writes() {
        return writes;
    }
}
