package org.jnvm.internal.inspect;

import java.nio.file.Path;
import java.util.Collection;
import java.util.function.Consumer;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapCheck;
import org.jnvm.HeapFormatException;
import org.jnvm.Recovery;
import org.jnvm.RecoveryListener;
import org.jnvm.RecoveryReport;
import org.jnvm.internal.check.HeapChecker;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.file.HeapFileOpener;
import org.jnvm.internal.heap.RecoverCalls;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.SuperblockInfo;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.RecoveryPass;
import org.jnvm.internal.recovery.RecoverySettings;

/**
 * A heap file that is looked at: locked against programs, and never changed. What looking at it wants to write, as redo
 * logs that are replayed, is written to private pages.
 */
public final class HeapImage implements AutoCloseable {
    private final HeapFile file;
    private final long began = System.nanoTime();
    private StoredHeap contents;
    private boolean callbacksDue;

    HeapImage(HeapFile file) {
        this.file = file;
    }

    /**
     * Opens a heap file to look at it.
     *
     * @param path the file
     * @return the image
     * @throws HeapFormatException if it is no heap, or cannot be read
     * @throws org.jnvm.HeapLockedException if it is in use
     */
    public static HeapImage open(Path path) {
        return new HeapImage(HeapFileOpener.openReadOnly(path, false));
    }

    /** Opens a heap file to try a recovery; see {@link #tryRecovery}. */
    public static HeapImage openToRecover(Path path) {
        return new HeapImage(HeapFileOpener.openReadOnly(path, true));
    }

    /** Reads the superblock of a heap file, also of one that is open. */
    public static SuperblockInfo info(Path path) {
        return HeapFileOpener.info(path);
    }

    /** Returns the domain that the heap has unless a program asks for another one; null if it cannot be found out. */
    public DurabilityDomain domain() {
        return HeapFileOpener.domainByDefault(file);
    }

    /** Returns what the superblock says. */
    public SuperblockInfo info() {
        return file.info();
    }

    /** Returns the heap file, as an absolute path. */
    public Path path() {
        return file.path();
    }

    /**
     * Checks the whole heap, as it is in the file if {@link #contents} was not called before.
     *
     * @param listener hears about every second how far it is
     */
    public HeapCheck check(RecoveryListener listener) {
        return checker(listener).run();
    }

    private HeapChecker checker(RecoveryListener listener) {
        Progress progress = new Progress(listener, System.nanoTime());
        RecoverySettings settings = RecoverySettings.defaults().forBlocks(file.bytes() >>> BlockLayout.BLOCK_SHIFT);
        return new HeapChecker(file, null, settings, progress);
    }

    /**
     * Checks the whole heap as {@link #contents} has it, and finds what some roots lead to: of a heap in which nothing is wrong
     * with the same look, else with another one.
     *
     * @param roots the roots, which must exist
     * @param listener hears about every second how far it is
     * @param ifNotSound what is done if there are errors, and may throw
     */
    public Reachable checkAndFind(Collection<String> roots, RecoveryListener listener, Consumer<HeapCheck> ifNotSound) {
        StoredHeap heap = contents();
        long[] slots = new long[roots.size()];
        int count = 0;
        for (String root : roots) {
            slots[count++] = heap.rootSlot(root);
        }
        HeapChecker checker = checker(listener);
        checker.countFirst(slots);
        HeapCheck check = checker.run();
        if (check.isSound()) {
            return Reachable.checked(heap, checker.trace(), checker.firstObjects(), checker.firstBlocks());
        }
        ifNotSound.accept(check);
        return Reachable.fromRoots(heap, roots, listener);
    }

    /**
     * Returns what the heap holds after its redo logs are replayed.
     *
     * @throws HeapFormatException if its tables or redo logs are damaged
     */
    public StoredHeap contents() {
        if (contents == null) {
            contents = new StoredHeap(file);
        }
        return contents;
    }

    /**
     * Runs the recovery that opening the heap would, in memory; needs {@link #openToRecover}.
     *
     * @param listener hears about every second how far it is
     * @return what it did
     * @throws HeapFormatException if the heap is damaged
     */
    public RecoveryReport tryRecovery(RecoveryListener listener) {
        StoredHeap stored = contents();
        RecoveryPass pass = new RecoveryPass(
                stored.space(),
                stored.space().slabs(),
                RecoverySettings.defaults(),
                new Progress(listener, System.nanoTime()));
        RecoveryReport report = pass.run(Recovery.FULL, stored.replayedLogs(), began);
        callbacksDue = RecoverCalls.areDue(stored.space().classes(), pass);
        return report;
    }

    /** Tells, after {@link #tryRecovery}, whether live objects want their {@code recover()} called. */
    public boolean callbacksDue() {
        return callbacksDue;
    }

    @Override
    public void close() {
        file.close();
    }
}
