package org.jnvm.internal.inspect;

import java.nio.file.Path;
import org.jnvm.Collector;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapOptions;
import org.jnvm.RecoveryReport;
import org.jnvm.internal.file.HeapFile.Intent;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.heap.Roots;
import org.jnvm.internal.layout.BlockLayout;

/** A heap that a tool has open to change it: recovered as always, but no code of the program runs. */
public final class OfflineHeap implements AutoCloseable {
    /** An advance of the bump pointer takes this part of the maximum. */
    private static final int BUMP_PART_SHIFT = 4;

    private final PersistentHeap heap;
    private final Roots roots;
    private final boolean callbacksDue;
    private boolean failed;

    private OfflineHeap(PersistentHeap heap) {
        this.heap = heap;
        try {
            this.callbacksDue = heap.finishWithoutCallbacks();
            this.roots = new Roots(heap);
        } catch (RuntimeException | Error e) {
            heap.abandon();
            throw e;
        }
    }

    /** Opens a heap file that exists; as {@link org.jnvm.Heap#open(Path, HeapOptions)}. */
    public static OfflineHeap open(Path path, HeapOptions options) {
        return new OfflineHeap(PersistentHeap.open(path, options.maxBytes(), Intent.OPEN, uncollected(options)));
    }

    /** Opens a heap file that nobody has yet, to recover and close it; to force it after that is left to the caller. */
    public static OfflineHeap openToFinish(Path path) {
        HeapOptions options = HeapOptions.defaults().domain(DurabilityDomain.PAGE_CACHE);
        return new OfflineHeap(PersistentHeap.open(path, 0, Intent.FINISH, uncollected(options)));
    }

    /**
     * Creates a heap file; as {@link org.jnvm.Heap#create(Path, long, HeapOptions)}. Its bump pointer goes in steps of a sixteenth of
     * its maximum, if that is small: each block below it is looked at by who imports the heap.
     */
    public static OfflineHeap create(Path path, long maxBytes, HeapOptions options) {
        OfflineHeap made = new OfflineHeap(PersistentHeap.open(path, maxBytes, Intent.CREATE, uncollected(options)));
        made.heap.space().allocator().bumpBy(maxBytes >>> BlockLayout.BLOCK_SHIFT + BUMP_PART_SHIFT);
        return made;
    }

    /** What is being copied is reachable from nothing, and has no proxies: it would be collected. */
    private static HeapOptions uncollected(HeapOptions options) {
        return options.collector(Collector.OFF);
    }

    /** Returns what opening it had to do. */
    public RecoveryReport recovery() {
        return heap.recovery();
    }

    /** Tells whether live objects want their {@code recover()} called, which the program's next opening does. */
    public boolean callbacksDue() {
        return callbacksDue;
    }

    /** Returns the heap. */
    PersistentHeap heap() {
        return heap;
    }

    /** Returns its roots. */
    Roots roots() {
        return roots;
    }

    /** Tells whether there is a root. */
    public boolean hasRoot(String name) {
        return roots.exists(name);
    }

    /** Makes {@link #close} leave the heap as a crash would. */
    public void fail() {
        failed = true;
    }

    /** Closes the heap, clean unless something {@linkplain #fail failed}; after an error in here it is not open, either. */
    @Override
    public void close() {
        if (failed) {
            heap.abandon();
            return;
        }
        try {
            heap.close();
        } catch (RuntimeException | Error e) {
            heap.abandon(); // its file would stay locked: nobody else can close it
            throw e;
        }
    }
}
