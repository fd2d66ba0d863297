package org.jnvm.bench.micro;

import java.util.concurrent.TimeUnit;
import org.jnvm.runtime.Epochs;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;

/**
 * Allocation and free of objects of one block, by one and two threads and across threads, and read sections.
 *
 * <p>An operation is that of one thread: the same figure at two threads as at one is perfect scaling.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"})
public class AllocationBenchmark {
    /** Called by JMH. */
    public AllocationBenchmark() {}

    // ---- allocation and free ----

    @Benchmark
    @Threads(1)
    public void allocateFree1(SharedHeap state, SharedHeap.Entered entered) {
        state.heap.free(new Cell());
    }

    @Benchmark
    @Threads(2)
    public void allocateFree2(SharedHeap state, SharedHeap.Entered entered) {
        state.heap.free(new Cell());
    }

    /** What one thread allocates, another frees; the ring between them is in the figures of both. */
    @Benchmark
    @Group("crossFree")
    @GroupThreads(1)
    public void crossAllocate(SharedHeap state, SharedHeap.Entered entered, Control control) {
        Cell cell = new Cell();
        while (!state.offer(entered.position, cell)) {
            if (control.stopMeasurement) {
                state.heap.free(cell);
                return;
            }
            Thread.onSpinWait();
        }
        entered.position++;
    }

    @Benchmark
    @Group("crossFree")
    @GroupThreads(1)
    public void crossFree(SharedHeap state, SharedHeap.Entered entered, Control control) {
        Cell cell = state.poll(entered.position);
        while (cell == null) {
            if (control.stopMeasurement) {
                return;
            }
            Thread.onSpinWait();
            cell = state.poll(entered.position);
        }
        entered.position++;
        state.heap.free(cell);
    }

    // ---- read sections ----

    @Benchmark
    public void readSection() {
        Epochs.enterRead();
        Epochs.exitRead();
    }

    @Benchmark
    public void readSectionNested() {
        Epochs.enterRead();
        Epochs.enterRead();
        Epochs.exitRead();
        Epochs.exitRead();
    }
}
