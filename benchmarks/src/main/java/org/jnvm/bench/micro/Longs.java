package org.jnvm.bench.micro;

import java.util.SplittableRandom;
import org.jnvm.Heap;
import org.jnvm.bench.harness.Folder;
import org.jnvm.pdt.PLongArray;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The same numbers in a persistent array, in a Java array and in a mapped file; element i is i. */
@State(Scope.Thread)
public class Longs {
    /** How many. */
    static final int COUNT = 4096;

    private static final long HEAP_BYTES = 16 << 20;

    PLongArray persistent;
    long[] java;
    /** The address of the first one in the mapped file. */
    long raw;
    /** All indexes. */
    int[] order;
    /** Written, so that no two stores are of the same value. */
    long next;

    private Folder folder;
    private Heap heap;
    private RawMemory memory;

    /** Makes the arrays. */
    @Setup(Level.Trial)
    public final void open() {
        folder = new Folder();
        memory = RawMemory.map(folder.file("raw"), COUNT * Long.BYTES);
        raw = memory.address();
        java = new long[COUNT];
        order = new int[COUNT];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < COUNT; i++) {
            java[i] = i;
            RawMemory.putLong(raw + 8L * i, i);
            int at = random.nextInt(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        heap = Heap.create(folder.file("bench.heap"), HEAP_BYTES);
        try (Heap.Scope scope = heap.enter()) {
            persistent = new PLongArray(java);
        }
        heap.root().put("longs", persistent);
    }

    /** Deletes the files. */
    @TearDown(Level.Trial)
    public final void close() {
        heap.close();
        folder.close();
    }
}
