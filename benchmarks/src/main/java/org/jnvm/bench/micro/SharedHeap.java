package org.jnvm.bench.micro;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A heap that several threads use, and a ring by which one hands cells to another. */
@State(Scope.Benchmark)
public class SharedHeap {
    private static final long HEAP_BYTES = 64 << 20;
    private static final int RING = 1024;
    /** Places of the ring between two that are used one after the other: so that they do not share a cache line. */
    private static final int STRIDE = 16;

    /** The durability domain. */
    @Param({"PAGE_CACHE", "NVMM_EMULATED"})
    public DurabilityDomain domain;

    /** Whether another thread, which sleeps, has been in a read section: then retired blocks wait for a grace time. */
    @Param({"false", "true"})
    public boolean readers;

    Heap heap;
    private Folder folder;
    private final AtomicReferenceArray<Cell> ring = new AtomicReferenceArray<>(RING * STRIDE);
    private Thread reader;

    /** Called by JMH. */
    public SharedHeap() {}

    /** Makes the heap. */
    @Setup(Level.Trial)
    public final void open() {
        folder = new Folder();
        heap = Heap.create(
                folder.file("bench.heap"), HEAP_BYTES, HeapOptions.defaults().domain(domain));
        if (readers) {
            reader = new SleepingReader();
            reader.start();
        }
    }

    /** Deletes the heap. */
    @TearDown(Level.Trial)
    public final void close() throws InterruptedException {
        if (reader != null) {
            reader.interrupt();
            reader.join();
        }
        heap.close();
        folder.close();
    }

    /** Hands a cell over. */
    final boolean offer(int position, Cell cell) {
        return ring.compareAndSet(position % RING * STRIDE, null, cell);
    }

    /** Gets a cell, or null. */
    final Cell poll(int position) {
        return ring.getAndSet(position % RING * STRIDE, null);
    }

    /** The scope of a thread in the heap. */
    @State(Scope.Thread)
    public static class Entered {
        /** Where this thread is in the ring. */
        int position;

        private Heap.Scope scope;

        /** Called by JMH. */
        public Entered() {}

        /** Enters the heap. */
        @Setup(Level.Trial)
        public final void enter(SharedHeap shared) {
            scope = shared.heap.enter();
        }

        /** Leaves the heap. */
        @TearDown(Level.Trial)
        public final void leave() {
            scope.close();
        }
    }
}
