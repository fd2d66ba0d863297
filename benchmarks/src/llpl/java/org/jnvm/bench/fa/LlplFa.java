package org.jnvm.bench.fa;

import com.intel.pmem.llpl.Transaction;
import com.intel.pmem.llpl.TransactionalHeap;
import com.intel.pmem.llpl.TransactionalMemoryBlock;
import java.nio.file.Path;

/**
 * LLPL 1.2.0 on libpmemobj: a transaction for each block, with an undo log of what it changes. The lambdas are part of
 * its interface: it has no other.
 */
public final class LlplFa implements FaContender {
    private static final int OBJECT_BYTES = 256;

    private final TransactionalHeap heap;
    private final TransactionalMemoryBlock[][] objects = new TransactionalMemoryBlock[THREADS][OBJECTS];
    private final TransactionalMemoryBlock[] slots = new TransactionalMemoryBlock[THREADS];
    private final TransactionalMemoryBlock[] linked = new TransactionalMemoryBlock[THREADS];

    /**
     * Creates a heap.
     *
     * @param file the file
     */
    public LlplFa(Path file) {
        heap = TransactionalHeap.createHeap(file.toString(), HEAP_BYTES);
        heap.registerAllocationSize(OBJECT_BYTES, false);
        for (int thread = 0; thread < THREADS; thread++) {
            for (int i = 0; i < OBJECTS; i++) {
                objects[thread][i] = heap.allocateMemoryBlock(OBJECT_BYTES);
            }
            slots[thread] = heap.allocateMemoryBlock(8);
            linked[thread] = heap.allocateMemoryBlock(OBJECT_BYTES);
            slots[thread].setLong(0, linked[thread].handle());
        }
    }

    @Override
    public AutoCloseable enterThread() {
        return () -> {};
    }

    @Override
    public void empty() {
        Transaction.create(heap, () -> {});
    }

    @Override
    public void write(int thread, int count, long value) {
        Transaction.create(heap, () -> {
            for (int i = 0; i < count; i++) {
                objects[thread][i].setLong(0, value);
            }
        });
    }

    @Override
    public void writeFields(int thread, int fields, long value) {
        Transaction.create(heap, () -> {
            TransactionalMemoryBlock one = objects[thread][0];
            for (int field = 0; field < fields; field++) {
                one.setLong(8L * field, value);
            }
        });
    }

    @Override
    public void replace(int thread, long value) {
        Transaction.create(heap, () -> {
            TransactionalMemoryBlock made = heap.allocateMemoryBlock(OBJECT_BYTES);
            made.setLong(0, value);
            slots[thread].setLong(0, made.handle());
            linked[thread].free();
            linked[thread] = made;
        });
    }

    @Override
    public void nested(int thread, long value) {
        Transaction.create(heap, () -> {
            objects[thread][0].setLong(0, value);
            Transaction.create(heap, () -> {
                objects[thread][1].setLong(0, value);
                Transaction.create(heap, () -> objects[thread][2].setLong(0, value));
            });
        });
    }

    @Override
    public void innerUndone(int thread, long value) {
        throw new UnsupportedOperationException("libpmemobj aborts the outermost transaction, whichever fails");
    }

    @Override
    public long[] fencesAndLines() {
        return null;
    }

    /** LLPL closes its heaps when the JVM ends. */
    @Override
    public void close() {}
}
