package org.jnvm.bench.cores;

import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import org.jnvm.bench.micro.PwbMethods;
import org.jnvm.bench.micro.RawMemory;
import org.jnvm.bench.ycsb.Durability;

/**
 * A mapped file, without any framework: each thread has a list of free objects there, and a word. What it allocates is lost
 * after a crash, and a word is all or nothing by itself: a floor. Fences that are no instructions keep the compiler from making one
 * operation of several.
 */
final class RawSubject implements Subject {
    /** What a thread has. */
    private static final int THREAD_BYTES = 16 << 10;

    private static final int OBJECT_BYTES = 64;
    private static final int THREADS_MOST = 64;

    private final RawMemory memory;
    private final boolean writesBack;

    RawSubject(Path file, Durability durability) {
        memory = RawMemory.map(file, THREADS_MOST * THREAD_BYTES);
        writesBack = durability == Durability.NVMM;
    }

    private long own(int thread) {
        if (thread >= THREADS_MOST) {
            throw new IllegalArgumentException("too many threads: thread=" + thread + ", most=" + THREADS_MOST);
        }
        return memory.address() + (long) thread * THREAD_BYTES;
    }

    @Override
    public Work allocations(int thread) {
        long first = own(thread);
        int objects = THREAD_BYTES / OBJECT_BYTES;
        for (int i = 1; i < objects; i++) { // the list begins in the first object, which nobody gets
            RawMemory.putLong(
                    first + (long) (i - 1) * OBJECT_BYTES, i == objects - 1 ? 0 : first + (long) i * OBJECT_BYTES);
        }
        return () -> {
            for (int i = 0; i < TIMES; i++) {
                long object = RawMemory.getLong(first);
                RawMemory.putLong(first, RawMemory.getLong(object));
                RawMemory.putLong(object, 0);
                RawMemory.putLong(object + Long.BYTES, 0);
                RawMemory.putLong(object, RawMemory.getLong(first));
                RawMemory.putLong(first, object);
                VarHandle.releaseFence();
            }
        };
    }

    @Override
    public Work blocks(int thread) {
        long word = own(thread);
        return () -> {
            for (int i = 0; i < TIMES; i++) {
                RawMemory.putLong(word, RawMemory.getLong(word) + 1);
                VarHandle.releaseFence();
                if (writesBack) {
                    PwbMethods.line(word);
                    PwbMethods.fence();
                }
            }
        };
    }

    @Override
    public void close() {
        // the mapping goes with the process
    }
}
