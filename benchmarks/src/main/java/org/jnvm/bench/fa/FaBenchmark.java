package org.jnvm.bench.fa;

import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.micro.Nanoseconds;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Failure-atomic blocks of J-NVM, transactions of LLPL; each thread has objects of its own. */
public class FaBenchmark extends Nanoseconds {
    private static final long ALONE_NANOS = 2_000_000_000;

    /** The contender. */
    @State(Scope.Benchmark)
    public static class Shared {
        /** A durability domain of J-NVM, or {@code LLPL}, which must be on the class path. */
        @Param({"PAGE_CACHE", "NVMM_EMULATED"})
        public String contender;

        /** What is in the block. */
        @Param
        public Operation operation;

        private final AtomicInteger threads = new AtomicInteger();
        private FaContender opened;
        private Folder folder;

        /** Makes the heap. With several threads their code is compiled before: compilers would starve, or disturb. */
        @Setup(Level.Trial)
        public final void open(BenchmarkParams params) throws Exception {
            folder = new Folder();
            opened = FaContender.open(contender, folder.file("fa.heap"));
            if (params.getThreads() > 1) {
                try (AutoCloseable scope = opened.enterThread()) {
                    long began = System.nanoTime();
                    for (long i = 0; scope != null && System.nanoTime() - began < ALONE_NANOS; i++) {
                        operation.run(opened, 0, i);
                    }
                }
            }
        }

        /** Deletes the heap. */
        @TearDown(Level.Trial)
        public final void close() {
            opened.close();
            folder.close();
        }
    }

    /** A thread with its objects. */
    @State(Scope.Thread)
    public static class Worker {
        private int thread;
        private long next;
        private AutoCloseable scope;

        /** Enters the heap. */
        @Setup(Level.Trial)
        public final void enter(Shared shared) {
            thread = shared.threads.getAndIncrement();
            scope = shared.opened.enterThread();
        }

        /** Leaves the heap. */
        @TearDown(Level.Trial)
        public final void leave() throws Exception {
            scope.close();
        }
    }

    @Benchmark
    public void block(Shared shared, Worker worker) {
        shared.operation.run(shared.opened, worker.thread, worker.next++);
    }

    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @Threads(2)
    public void blockOfTwoThreads(Shared shared, Worker worker) {
        block(shared, worker);
    }

    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @Threads(4)
    public void blockOfFourThreads(Shared shared, Worker worker) {
        block(shared, worker);
    }

    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @Threads(8)
    public void blockOfEightThreads(Shared shared, Worker worker) {
        block(shared, worker);
    }

    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @Threads(FaContender.THREADS)
    public void blockOfSixteenThreads(Shared shared, Worker worker) {
        block(shared, worker);
    }
}
