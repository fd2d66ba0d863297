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

/** Field access in a checked heap; see {@link FirstLightBenchmark#proxyReadMany} for one that is not. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"})
public class CheckedBenchmark {
    /** Called by JMH. */
    public CheckedBenchmark() {}

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public long checkedReadMany(CheckedCells state) {
        long sum = 0;
        for (Cell cell : state.cells) {
            sum += cell.value();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public void checkedWriteMany(CheckedCells state) {
        long value = state.next++;
        for (Cell cell : state.cells) {
            cell.setValue(value++);
        }
    }
}
