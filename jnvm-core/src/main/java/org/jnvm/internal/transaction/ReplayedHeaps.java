package org.jnvm.internal.transaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.memory.HeapState;
import org.jspecify.annotations.Nullable;

/**
 * The heaps of this JVM whose redo logs were replayed: each decided then on all that a crash had left it of blocks over
 * several heaps. Safe for use by several threads.
 */
public final class ReplayedHeaps {
    /** Guarded by itself. */
    private static final List<WeakReference<HeapFile>> FILES = new ArrayList<>();

    private ReplayedHeaps() {}

    /** Adds a heap. As all that opens a heap, without lambdas and streams. */
    public static void add(HeapFile file) {
        synchronized (FILES) {
            for (Iterator<WeakReference<HeapFile>> each = FILES.iterator(); each.hasNext(); ) {
                HeapFile known = each.next().get();
                if (known == null || known.state().is(HeapState.CLOSED)) {
                    each.remove();
                }
            }
            FILES.add(new WeakReference<>(file));
        }
    }

    /** Removes a heap whose opening failed afterwards. */
    public static void remove(HeapFile file) {
        synchronized (FILES) {
            FILES.removeIf(each -> each.get() == file);
        }
    }

    /**
     * Tells whether a heap is open, and all that it had left is decided. Not one that is poisoned: of a block that met an
     * error in its commit, its file may still have what is to be decided.
     *
     * @param heap the heap's id, which a copy of the file has, too
     * @param path the file
     */
    static boolean contains(UUID heap, Path path) {
        synchronized (FILES) {
            for (WeakReference<HeapFile> each : FILES) {
                HeapFile known = each.get();
                if (known != null
                        && !known.state().isAny(HeapState.CLOSED | HeapState.POISONED)
                        && known.id().equals(heap)
                        && isSame(known.path(), path)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Tells whether two paths lead to one file, which is there. */
    static boolean isSame(@Nullable Path one, Path other) {
        try {
            return one != null && Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
