package org.jnvm.bench.micro;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One field of many objects, visited in random order, so that most accesses miss the caches: through proxies, through
 * objects as large as proxies that hold a native address, and by addresses in a {@code long[]}. And field access in a
 * checked heap.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"})
public class FieldWalkBenchmark {
    /** How many objects one invocation visits. */
    private static final int VISITS = 1 << 16;

    /** Called by JMH. */
    public FieldWalkBenchmark() {}

    /** A million objects, in an order that has nothing to do with their addresses. */
    @State(Scope.Thread)
    public static class Walk {
        private static final int BLOCK_BYTES = 256;

        /** How many objects there are. */
        @Param("1000000")
        public int objects;

        private Folder folder;
        private Heap heap;
        private RawMemory memory;
        private Cell[] proxies;
        private RawCell[] rawCells;
        private long[] addresses;
        private int next;

        /** Called by JMH. */
        public Walk() {}

        /** Makes the objects; the sum of the values is the same in all forms. */
        @Setup(Level.Trial)
        public void open() {
            folder = new Folder();
            heap = Heap.create(folder.file("bench.heap"), objects * 2L * BLOCK_BYTES, HeapOptions.defaults());
            memory = RawMemory.map(folder.file("raw"), Math.multiplyExact(objects, BLOCK_BYTES));
            proxies = new Cell[objects];
            rawCells = new RawCell[objects];
            addresses = new long[objects];
            try (Heap.Scope scope = heap.enter()) {
                for (int i = 0; i < objects; i++) {
                    proxies[i] = new Cell();
                    proxies[i].setValue(i);
                }
            }
            for (int i = 0; i < objects; i++) {
                addresses[i] = memory.address() + (long) i * BLOCK_BYTES;
                rawCells[i] = new RawCell(addresses[i]);
                rawCells[i].setValue(i);
            }
            System.gc();
            Random random = new Random(1);
            for (int i = objects - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                Cell proxy = proxies[i];
                proxies[i] = proxies[other];
                proxies[other] = proxy;
                RawCell raw = rawCells[i];
                rawCells[i] = rawCells[other];
                rawCells[other] = raw;
                long address = addresses[i];
                addresses[i] = addresses[other];
                addresses[other] = address;
            }
        }

        /** Deletes the heap. */
        @TearDown(Level.Trial)
        public void close() {
            heap.close();
            folder.close();
        }

        private int from() {
            int from = next;
            next = from + 2 * VISITS <= objects ? from + VISITS : 0;
            return from;
        }
    }

    @Benchmark
    @OperationsPerInvocation(VISITS)
    public long walkProxies(Walk state) {
        Cell[] cells = state.proxies;
        int from = state.from();
        long sum = 0;
        for (int i = from; i < from + VISITS; i++) {
            sum += cells[i].value();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(VISITS)
    public long walkRawCells(Walk state) {
        RawCell[] cells = state.rawCells;
        int from = state.from();
        long sum = 0;
        for (int i = from; i < from + VISITS; i++) {
            sum += cells[i].value();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(VISITS)
    public long walkAddresses(Walk state) {
        long[] addresses = state.addresses;
        int from = state.from();
        long sum = 0;
        for (int i = from; i < from + VISITS; i++) {
            sum += RawMemory.getLong(addresses[i] + Cell.VALUE);
        }
        return sum;
    }

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
