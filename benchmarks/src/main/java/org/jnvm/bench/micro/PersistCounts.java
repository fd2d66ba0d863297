package org.jnvm.bench.micro;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.spi.Recorder;

/**
 * Counts stores, write-backs and fences of single operations, which depend neither on the machine nor on the durability
 * domain.
 *
 * <p>Each row is the mean over many operations after a first round, so that what an operation causes only now and then
 * (taking new blocks, the fence for a batch of freed ones) is in it; {@code most} is the most that one operation did.
 */
final class PersistCounts {
    private static final int ROUNDS = 10_000;
    private static final long HEAP_BYTES = 64 << 20;

    private final Heap heap;
    private final Counter counter;

    private PersistCounts(Heap heap, Counter counter) {
        this.heap = heap;
        this.counter = counter;
    }

    /** Counts what reaches persistent memory. */
    private static final class Counter implements Recorder {
        private long stores;
        private long writeBacks;
        private long fences;

        @Override
        public void started(byte[] image) {
            // only counts matter
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            stores++;
        }

        @Override
        public void writtenBack(long offset) {
            writeBacks++;
        }

        @Override
        public void fenced() {
            fences++;
        }
    }

    /** What one kind of operation caused. */
    record Row(
            String operation, double stores, double writeBacks, double fences, long mostWriteBacks, long mostFences) {}

    private interface Operation {
        void run(int round);
    }

    /** Counts each operation. */
    static List<Row> count() {
        Counter counter = new Counter();
        try (Folder folder = new Folder();
                Heap heap = Heap.create(
                        folder.file("counts.heap"),
                        HEAP_BYTES,
                        HeapOptions.defaults().recorder(counter));
                Heap.Scope scope = heap.enter()) {
            return new PersistCounts(heap, counter).all();
        }
    }

    private List<Row> all() {
        Cell cell = new Cell();
        Cell other = new Cell();
        heap.root().put("cell", cell);
        heap.root().put("other", other);
        List<Row> rows = new ArrayList<>();
        rows.add(row("field write outside a failure-atomic block", round -> cell.setValue(round)));
        rows.add(row("allocation + free of one block", round -> heap.free(new Cell())));
        rows.add(row("failure-atomic block, empty", round -> heap.atomically(() -> {})));
        rows.add(row("failure-atomic block, one write", round -> heap.atomically(() -> cell.setValue(round))));
        rows.add(row(
                "failure-atomic block, one write to each of two objects",
                round -> heap.atomically(() -> {
                    cell.setValue(round);
                    other.setValue(round);
                })));
        rows.add(row(
                "failure-atomic block, allocation and root",
                round -> heap.atomically(() -> {
                    Object old = heap.root().get("made");
                    heap.root().put("made", new Cell());
                    if (old != null) {
                        heap.free(old);
                    }
                })));
        rows.add(row(
                "RootMap.put, known name, valid object",
                round -> heap.root().put("cell", round % 2 == 0 ? cell : other)));
        rows.add(row("RootMap.put, known name, new object; free of the old one", round -> {
            Object old = heap.root().get("new");
            heap.root().put("new", new Cell());
            if (old != null) {
                heap.free(old);
            }
        }));
        rows.add(row("RootMap.put, new name, valid object", round -> heap.root().put("name" + round, cell)));
        rows.add(row("RootMap.remove", round -> heap.root().remove("name" + round)));
        return rows;
    }

    private Row row(String name, Operation operation) {
        int warm = ROUNDS / 10;
        for (int round = 0; round < warm; round++) {
            operation.run(round);
        }
        long stores = counter.stores;
        long writeBacks = counter.writeBacks;
        long fences = counter.fences;
        long mostWriteBacks = 0;
        long mostFences = 0;
        for (int round = warm; round < warm + ROUNDS; round++) {
            long writeBacksBefore = counter.writeBacks;
            long fencesBefore = counter.fences;
            operation.run(round);
            mostWriteBacks = Math.max(mostWriteBacks, counter.writeBacks - writeBacksBefore);
            mostFences = Math.max(mostFences, counter.fences - fencesBefore);
        }
        return new Row(
                name,
                (double) (counter.stores - stores) / ROUNDS,
                (double) (counter.writeBacks - writeBacks) / ROUNDS,
                (double) (counter.fences - fences) / ROUNDS,
                mostWriteBacks,
                mostFences);
    }
}
