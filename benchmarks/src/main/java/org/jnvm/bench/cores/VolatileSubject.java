package org.jnvm.bench.cores;

import java.util.concurrent.locks.ReentrantLock;

/** Objects of the Java heap: the collector takes back what is allocated, and a lock of the thread's own stands for a block. */
final class VolatileSubject implements Subject {
    /** Objects that are kept: what nothing keeps is not allocated at all. */
    private static final int KEPT = 8;

    /** A number with a lock. */
    private static final class Guarded {
        private final ReentrantLock lock = new ReentrantLock();
        private long value;

        private long add() {
            lock.lock();
            try {
                return ++value;
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public Work allocations(int thread) {
        long[][] kept = new long[KEPT][];
        return () -> {
            for (int i = 0; i < TIMES; i++) {
                kept[i % KEPT] = new long[1];
            }
        };
    }

    @Override
    public Work blocks(int thread) {
        Guarded guarded = new Guarded();
        return () -> {
            for (int i = 0; i < TIMES; i++) {
                guarded.add();
            }
        };
    }

    @Override
    public void close() {
        // nothing to close
    }
}
