package org.jnvm.bench.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** Elements of a persistent array, against those of a Java array and against raw memory: all, in random order. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"})
public class ArrayBenchmark {
    /** Called by JMH. */
    public ArrayBenchmark() {}

    @Benchmark
    @OperationsPerInvocation(Longs.COUNT)
    public long javaArrayRead(Longs state) {
        long sum = 0;
        for (int index : state.order) {
            sum += state.java[index];
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Longs.COUNT)
    public void javaArrayWrite(Longs state) {
        long value = state.next++;
        for (int index : state.order) {
            state.java[index] = value++;
        }
    }

    @Benchmark
    @OperationsPerInvocation(Longs.COUNT)
    public long rawArrayRead(Longs state) {
        long sum = 0;
        for (int index : state.order) {
            sum += RawMemory.getLong(state.raw + 8L * index);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Longs.COUNT)
    public void rawArrayWrite(Longs state) {
        long value = state.next++;
        for (int index : state.order) {
            RawMemory.putLong(state.raw + 8L * index, value++);
        }
    }

    @Benchmark
    @OperationsPerInvocation(Longs.COUNT)
    public long arrayRead(Longs state) {
        long sum = 0;
        for (int index : state.order) {
            sum += state.persistent.get(index);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Longs.COUNT)
    public void arrayWrite(Longs state) {
        long value = state.next++;
        for (int index : state.order) {
            state.persistent.set(index, value++);
        }
    }
}
