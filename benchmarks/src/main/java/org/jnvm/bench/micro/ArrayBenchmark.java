package org.jnvm.bench.micro;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Elements of a persistent array, against those of a Java array and against raw memory: all, in random order. */
public class ArrayBenchmark extends Nanoseconds {
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
