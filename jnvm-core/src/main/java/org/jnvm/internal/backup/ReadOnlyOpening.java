package org.jnvm.internal.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapLockedException;
import org.jnvm.HeapOptions;
import org.jnvm.internal.file.HeapFile.Intent;
import org.jnvm.internal.heap.PersistentHeap;
import org.jspecify.annotations.Nullable;

/** How a heap is opened read-only, and found anew: the heap itself, or its last snapshot while somebody changes it. */
public final class ReadOnlyOpening {
    private final Path path;
    private final HeapOptions options;
    /** What the file system calls the snapshot that is open; null if it is the heap itself. */
    private @Nullable Object snapshot;

    /**
     * Gets ready.
     *
     * @param path the heap file
     * @param options the options, without those that do not concern who only reads
     */
    public ReadOnlyOpening(Path path, HeapOptions options) {
        this.path = path;
        this.options = options;
    }

    /** Returns the options. */
    public HeapOptions options() {
        return options;
    }

    /** Opens the heap or, if somebody has it open to change it, its last snapshot. Opening is to be finished. */
    public PersistentHeap open() {
        try {
            return PersistentHeap.open(path, 0, Intent.READ, options);
        } catch (HeapLockedException e) {
            Path file = Snapshots.of(path);
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new HeapLockedException(
                        e.getMessage() + "; there is no snapshot either, which its owner makes with Heap.snapshot or"
                                + " HeapOptions.snapshots: snapshot=" + file,
                        e);
            }
            return openSnapshot(file);
        }
    }

    private PersistentHeap openSnapshot(Path file) {
        while (true) {
            snapshot = key(file);
            PersistentHeap heap = PersistentHeap.open(file, 0, Intent.READ_SNAPSHOT, options);
            if (Objects.equals(snapshot, key(file))) {
                return heap;
            }
            heap.abandon(); // another one took its place meanwhile
        }
    }

    /** Returns how something newer is opened, and opens it; null if there is nothing newer than what this has opened. */
    public @Nullable Newer newer() {
        if (snapshot == null) {
            return null; // nobody could change it
        }
        ReadOnlyOpening next = new ReadOnlyOpening(path, options);
        try {
            return new Newer(next, PersistentHeap.open(path, 0, Intent.READ, options));
        } catch (HeapLockedException e) { // still in use
            Path file = Snapshots.of(path);
            return Objects.equals(snapshot, key(file)) ? null : new Newer(next, next.openSnapshot(file));
        }
    }

    /** A newer state of a heap, of which opening is to be finished, and how it was opened. */
    public record Newer(ReadOnlyOpening opening, PersistentHeap heap) {}

    private static Object key(Path file) {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.fileKey() == null ? found.creationTime() : found.fileKey();
        } catch (IOException e) {
            throw new HeapFormatException(
                    "snapshot cannot be looked at: snapshot=" + file + ", error=" + e
                            + "; its owner makes one with Heap.snapshot",
                    e);
        }
    }
}
