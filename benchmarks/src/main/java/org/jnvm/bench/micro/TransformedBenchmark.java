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

/**
 * The getter and setter of a transformed class against those of a proxy written by hand, in a hot loop: see
 * {@link FirstLightBenchmark#proxyReadMany} and {@link FirstLightBenchmark#proxyWriteMany}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"})
public class TransformedBenchmark {
    /** Called by JMH. */
    public TransformedBenchmark() {}

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public long transformedReadMany(TransformedCells state) {
        long sum = 0;
        for (TransformedCell cell : state.transformed) {
            sum += cell.value();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public void transformedWriteMany(TransformedCells state) {
        long value = state.next++;
        for (TransformedCell cell : state.transformed) {
            cell.setValue(value++);
        }
    }
}
