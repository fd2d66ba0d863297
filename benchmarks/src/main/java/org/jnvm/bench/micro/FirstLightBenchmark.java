package org.jnvm.bench.micro;

import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Transactions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * Field access, allocation and failure-atomic blocks of one thread, each by the shortest way.
 *
 * <p>{@code ...Many} goes over 1024 objects, one block each, in the order of their addresses, and counts one operation
 * for each; {@code ...One} accesses one object, and includes some of the harness' own time.
 */
public class FirstLightBenchmark extends Nanoseconds {
    // ---- raw memory: the native address is a field of the object ----

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public long rawReadMany(RawCells state) {
        long sum = 0;
        for (RawCell cell : state.cells) {
            sum += cell.value();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public void rawWriteMany(RawCells state) {
        long value = state.next++;
        for (RawCell cell : state.cells) {
            cell.setValue(value++);
        }
    }

    @Benchmark
    public long rawReadOne(RawCells state) {
        return state.one.value();
    }

    @Benchmark
    public void rawWriteOne(RawCells state) {
        state.one.setValue(state.next++);
    }

    // ---- raw memory: base of the mapping in one object, offset in the other ----

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public long baseReadMany(RawCells state) {
        long sum = 0;
        for (BasedCell cell : state.based) {
            sum += cell.value();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public void baseWriteMany(RawCells state) {
        long value = state.next++;
        for (BasedCell cell : state.based) {
            cell.setValue(value++);
        }
    }

    // ---- raw memory: one MemorySegment, from JDK 22 on ----

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public long segmentReadMany(RawCells.Segment state) {
        long sum = 0;
        for (BasedCell cell : state.based) {
            sum += cell.value(state.segment);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public void segmentWriteMany(RawCells.Segment state) {
        long value = state.next++;
        for (BasedCell cell : state.based) {
            cell.setValue(state.segment, value++);
        }
    }

    // ---- proxies ----

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public long proxyReadMany(Cells state) {
        long sum = 0;
        for (Cell cell : state.cells) {
            sum += cell.value();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public void proxyWriteMany(Cells state) {
        long value = state.next++;
        for (Cell cell : state.cells) {
            cell.setValue(value++);
        }
    }

    @Benchmark
    public long proxyReadOne(Cells state) {
        return state.one.value();
    }

    @Benchmark
    public void proxyWriteOne(Cells state) {
        state.one.setValue(state.next++);
    }

    // ---- proxies in a failure-atomic block, and while another thread is in one ----

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public long inFaReadMany(Cells state) {
        Transactions.faStart(state.one);
        long sum = 0;
        for (Cell cell : state.cells) {
            sum += cell.value();
        }
        Transactions.faEnd(state.one);
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public long otherInFaReadMany(CellsWithOther state) {
        long sum = 0;
        for (Cell cell : state.cells) {
            sum += cell.value();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public void otherInFaWriteMany(CellsWithOther state) {
        long value = state.next++;
        for (Cell cell : state.cells) {
            cell.setValue(value++);
        }
    }

    // ---- proxies while another thread commits one failure-atomic block after the other ----

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public long otherBusyReadMany(CellsWithBusy state) {
        long sum = 0;
        for (Cell cell : state.cells) {
            sum += cell.value();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(Cells.COUNT)
    public void otherBusyWriteMany(CellsWithBusy state) {
        long value = state.next++;
        for (Cell cell : state.cells) {
            cell.setValue(value++);
        }
    }

    // ---- allocation ----

    @Benchmark
    public void allocateFree(Cells state) {
        state.heap.free(new Cell());
    }

    // ---- read sections ----

    @Benchmark
    public void readSection() {
        Epochs.enterRead();
        Epochs.exitRead();
    }

    // ---- failure-atomic blocks ----

    @Benchmark
    public void faEmpty(Cells state) {
        Transactions.faStart(state.one);
        Transactions.faEnd(state.one);
    }

    @Benchmark
    public void faWriteOne(Cells state) {
        Cell cell = state.one;
        Transactions.faStart(cell);
        cell.setValue(state.next++);
        Transactions.faEnd(cell);
    }
}
