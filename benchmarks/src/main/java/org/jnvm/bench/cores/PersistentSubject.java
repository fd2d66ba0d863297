package org.jnvm.bench.cores;

import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Rival;

/** J-NVM: a class as a program writes it. */
final class PersistentSubject implements Subject {
    private static final long HEAP_BYTES = 256L << 20;
    /** Of these one is used: the others keep what other threads write out of its cache line. */
    private static final int APART = 17;

    private final Heap heap;

    PersistentSubject(Path file, Durability durability) {
        heap = Heap.create(file, HEAP_BYTES, HeapOptions.defaults().domain(Rival.domain(durability)));
    }

    @Override
    public AutoCloseable enterThread() {
        return heap.enter();
    }

    @Override
    public Work allocations(int thread) {
        return () -> {
            for (int i = 0; i < TIMES; i++) {
                heap.free(new Counter());
            }
        };
    }

    @Override
    public Work blocks(int thread) {
        Counter[] apart = new Counter[APART];
        for (int i = 0; i < APART; i++) {
            apart[i] = new Counter();
        }
        Counter counter = apart[APART / 2];
        heap.root().put("counter " + thread, counter);
        return () -> {
            for (int i = 0; i < TIMES; i++) {
                counter.add();
            }
        };
    }

    @Override
    public void close() {
        heap.close();
    }
}
