package org.jnvm.bench.fa;

import java.nio.file.Path;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.HeapStats;
import org.jnvm.bench.proxy.Refs;
import org.jnvm.runtime.Transactions;

/** J-NVM's failure-atomic blocks, called as the transformer weaves them, but for the inner block that is undone. */
final class JnvmFa implements FaContender {
    /** Puts what threads write in cache lines of their own. */
    private static final int THREAD_SHIFT = 4;

    private static final LeavingInner LEAVING_INNER = new LeavingInner();

    /** Leaves an inner block; made once, as it is not its cost that is measured. */
    private static final class LeavingInner extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private LeavingInner() {
            super(null, null, false, false);
        }
    }

    private final Heap heap;
    private final Fields[][] objects = new Fields[THREADS][OBJECTS];
    private final Refs[] slots = new Refs[THREADS];
    private final Fields[] linked = new Fields[THREADS];
    private final Runnable[] innerBlocks = new Runnable[THREADS];
    private final long[] innerValues = new long[THREADS << THREAD_SHIFT];

    JnvmFa(Path file, DurabilityDomain domain) {
        heap = Heap.create(file, HEAP_BYTES, HeapOptions.defaults().domain(domain));
        try (Heap.Scope scope = heap.enter()) {
            for (int thread = 0; thread < THREADS; thread++) {
                for (int i = 0; i < OBJECTS; i++) {
                    objects[thread][i] = new Fields();
                    objects[thread][i].validate();
                }
                int number = thread;
                innerBlocks[thread] = () -> {
                    objects[number][1].set(0, innerValues[number << THREAD_SHIFT]);
                    throw LEAVING_INNER;
                };
                slots[thread] = new Refs(1);
                linked[thread] = new Fields();
                slots[thread].set(0, linked[thread]);
                heap.root().put("slot " + thread, slots[thread]);
            }
        }
        heap.psync();
    }

    @Override
    public AutoCloseable enterThread() {
        return heap.enter();
    }

    @Override
    public void empty() {
        Transactions.faStart(slots[0]);
        Transactions.faEnd(slots[0]);
    }

    @Override
    public void write(int thread, int count, long value) {
        Fields[] own = objects[thread];
        Transactions.faStart(own[0]);
        for (int i = 0; i < count; i++) {
            own[i].set(0, value);
        }
        Transactions.faEnd(own[0]);
    }

    @Override
    public void writeFields(int thread, int fields, long value) {
        Fields one = objects[thread][0];
        Transactions.faStart(one);
        for (int field = 0; field < fields; field++) {
            one.set(field, value);
        }
        Transactions.faEnd(one);
    }

    @Override
    public void replace(int thread, long value) {
        Refs slot = slots[thread];
        Transactions.faStart(slot);
        Fields made = new Fields();
        made.set(0, value);
        slot.set(0, made);
        heap.free(linked[thread]);
        linked[thread] = made;
        Transactions.faEnd(slot);
    }

    @Override
    public void nested(int thread, long value) {
        Fields[] own = objects[thread];
        Transactions.faStart(own[0]);
        own[0].set(0, value);
        Transactions.faStart(own[1]);
        own[1].set(0, value);
        Transactions.faStart(own[2]);
        own[2].set(0, value);
        Transactions.faEnd(own[2]);
        Transactions.faEnd(own[1]);
        Transactions.faEnd(own[0]);
    }

    @Override
    public void innerUndone(int thread, long value) {
        Fields[] own = objects[thread];
        Transactions.faStart(own[0]);
        own[0].set(0, value);
        innerValues[thread << THREAD_SHIFT] = value;
        try {
            heap.atomically(innerBlocks[thread]);
        } catch (LeavingInner e) {
            Transactions.faEnd(own[0]);
        }
    }

    /** Returns a field of an object, for tests. */
    long value(int thread, int object, int field) {
        return objects[thread][object].get(field);
    }

    @Override
    public long[] fencesAndLines() {
        HeapStats stats = heap.stats();
        return new long[] {stats.fences(), stats.writeBacks()};
    }

    @Override
    public void close() {
        heap.close();
    }
}
