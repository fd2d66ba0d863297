package org.jnvm.campaign.errors;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapLockedException;
import org.jnvm.HeapOptions;

/**
 * Backups and snapshots of the default heap, and damaged copies of it that are salvaged.
 *
 * <p>Each call begins with what the one before has left, which an error may have cut short: a copy that is there is whole, and
 * nothing keeps it from being deleted.
 */
final class Copies {
    /** Where both copies of the superblock say where the heap's blocks begin; see FORMAT. */
    private static final List<Long> FIRST_CHUNKS = List.of(40L, 4096L + 40);

    private final Path backup;
    private final Path snapshot;
    private final HeapOptions options;

    Copies(Path heap, HeapOptions options) {
        backup = heap.resolveSibling("copy.heap");
        snapshot = heap.resolveSibling(heap.getFileName() + ".snapshot");
        this.options = options;
    }

    /** Makes a backup. */
    void backup(Heap heap) {
        if (Files.exists(backup)) {
            requireSound(backup, heap);
            requireFree(() -> Heap.delete(backup));
        }
        requireFree(() -> heap.backup(backup));
        requireSound(backup, heap);
    }

    /** Makes a snapshot, in place of the one before. */
    void snapshot(Heap heap) {
        if (Files.exists(snapshot)) {
            requireSound(snapshot, heap);
        }
        requireFree(heap::snapshot);
        requireSound(snapshot, heap);
    }

    /** Damages a backup and has it salvaged; if an error comes in between, once more. */
    void salvage(Heap heap) {
        deleteCopies();
        requireFree(() -> heap.backup(backup));
        damage(backup);
        try {
            openSalvaging(heap);
        } catch (OutOfMemoryError | StackOverflowError e) {
            try {
                openSalvaging(heap);
            } catch (IllegalStateException refused) {
                refused.addSuppressed(e);
                throw refused;
            }
            throw e;
        }
    }

    private void openSalvaging(Heap heap) {
        look(() -> Heap.open(backup, options.salvage(report -> {})), heap);
    }

    private static void requireSound(Path copy, Heap heap) {
        look(() -> Heap.openReadOnly(copy), heap);
    }

    private static void look(Supplier<Heap> opening, Heap heap) {
        Heap opened = requireFree(opening);
        try {
            requireSame(opened, heap);
        } finally {
            close(opened);
        }
    }

    /** Closes a heap; where an error comes in between, as two may, once more, which goes on with it. */
    private static void close(Heap heap) {
        Error first = null;
        for (boolean closed = false; !closed; ) {
            try {
                heap.close();
                closed = true;
            } catch (OutOfMemoryError | StackOverflowError e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Does what must not be refused because an error has left the file open. */
    private static <T> T requireFree(Supplier<T> action) {
        try {
            return action.get();
        } catch (HeapLockedException e) {
            throw new IllegalStateException("a copy was left open", e);
        }
    }

    /** Throws an exception if the copy is damaged, or has other roots. */
    private static void requireSame(Heap copy, Heap heap) {
        if (!copy.check().isSound()) {
            throw new IllegalStateException("copy is not sound: " + copy.check());
        }
        Set<String> wanted = fixed(heap);
        if (!fixed(copy).equals(wanted)) {
            throw new IllegalStateException("roots of the copy=" + fixed(copy) + ", of the heap=" + wanted);
        }
    }

    private static Set<String> fixed(Heap heap) {
        Set<String> names = new TreeSet<>(heap.root().names());
        names.removeIf(name -> name.startsWith("extra"));
        return names;
    }

    /** Overwrites what makes {@code open} refuse the file. */
    private static void damage(Path heap) {
        try (RandomAccessFile file = new RandomAccessFile(heap.toFile(), "rw")) {
            for (long at : FIRST_CHUNKS) {
                file.seek(at);
                file.writeLong(-1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            close(Heap.open(heap));
        } catch (HeapFormatException e) {
            return; // as was wanted
        }
        throw new IllegalStateException("a damaged copy is opened: heap=" + heap);
    }

    /** Deletes what salvaging makes, whole or not. */
    private void deleteCopies() {
        try (Stream<Path> files = Files.list(backup.resolveSibling("."))) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("copy.heap"))
                    .toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
