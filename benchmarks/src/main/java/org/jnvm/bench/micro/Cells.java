package org.jnvm.bench.micro;

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

/** A heap that the benchmark's thread has entered, with many cells. */
@State(Scope.Thread)
public class Cells {
    /** How many cells. */
    static final int COUNT = 1024;

    private static final long HEAP_BYTES = 64 << 20;

    /** The durability domain. */
    @Param({"PAGE_CACHE", "NVMM_EMULATED"})
    public DurabilityDomain domain;

    Heap heap;
    Cell[] cells;
    Cell one;
    /** Written to the cells, so that no two stores are of the same value. */
    long next;

    private Folder folder;
    private Heap.Scope scope;

    /** Makes the heap and the cells; cell i has the value i. */
    @Setup(Level.Trial)
    public final void open() {
        folder = new Folder();
        heap = Heap.create(
                folder.file("bench.heap"), HEAP_BYTES, HeapOptions.defaults().domain(domain));
        scope = heap.enter();
        cells = new Cell[COUNT];
        for (int i = 0; i < COUNT; i++) {
            cells[i] = new Cell();
            cells[i].setValue(i);
            cells[i].setCount(i);
            cells[i].validate();
        }
        heap.psync();
        one = cells[COUNT / 2];
        System.gc(); // puts the proxies side by side, without the garbage of making them
        afterOpen();
    }

    /** Deletes the heap. */
    @TearDown(Level.Trial)
    public final void close() {
        beforeClose();
        scope.close();
        heap.close();
        folder.close();
    }

    /** For subclasses: fixture methods of a hierarchy run in the order of their names, overridden ones twice. */
    void afterOpen() {}

    /** For subclasses; see {@link #afterOpen}. */
    void beforeClose() {}
}
