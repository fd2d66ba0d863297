package org.jnvm.bench.micro;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * The getter and setter of a transformed class against those of a proxy written by hand, in a hot loop: see
 * {@link FirstLightBenchmark#proxyReadMany} and {@link FirstLightBenchmark#proxyWriteMany}.
 */
public class TransformedBenchmark extends Nanoseconds {
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
