package org.jnvm.bench.micro;

import org.jnvm.bench.harness.Folder;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** As many raw cells as {@link Cells} has cells, in the same distances, in a mapped file on the same file system. */
@State(Scope.Thread)
public class RawCells {
    private static final int BLOCK_BYTES = 256;

    RawMemory memory;
    RawCell[] cells;
    RawCell one;
    /** The same cells by base and offset. */
    BasedCell[] based;
    /** See {@link Cells#next}. */
    long next;

    private Folder folder;

    /** Makes the file and the cells; cell i has the value i. */
    @Setup(Level.Trial)
    public final void open() {
        folder = new Folder();
        memory = RawMemory.map(folder.file("raw"), Cells.COUNT * BLOCK_BYTES);
        BasedCell.Base base = new BasedCell.Base(memory.address());
        based = new BasedCell[Cells.COUNT];
        cells = new RawCell[Cells.COUNT];
        for (int i = 0; i < Cells.COUNT; i++) {
            cells[i] = new RawCell(memory.address() + (long) i * BLOCK_BYTES);
            cells[i].setValue(i);
            cells[i].setCount(i);
        }
        for (int i = 0; i < Cells.COUNT; i++) {
            based[i] = new BasedCell(base, (long) i * BLOCK_BYTES);
        }
        one = cells[Cells.COUNT / 2];
        System.gc(); // puts the proxies side by side, without the garbage of making them
        afterOpen();
    }

    /** For subclasses: the order of fixture methods in a hierarchy is by name. */
    void afterOpen() {}

    /** Deletes the file. */
    @TearDown(Level.Trial)
    public final void close() {
        folder.close();
    }

    /** {@link RawCells} with the memory segment. */
    @State(Scope.Thread)
    public static class Segment extends RawCells {
        Object segment;

        @Override
        void afterOpen() {
            segment = memory.segment();
        }
    }
}
