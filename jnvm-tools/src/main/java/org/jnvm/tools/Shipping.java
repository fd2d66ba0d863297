package org.jnvm.tools;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jnvm.HeapCheck;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.internal.inspect.GraphCopy;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.NewFile;
import org.jnvm.internal.inspect.OfflineHeap;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jspecify.annotations.Nullable;

/** Copies objects from a heap file to a new one, or to another one. */
final class Shipping {
    private static final long MIN_BYTES = 1 << 20;
    /** Blocks for tables, roots and redo logs. */
    private static final long SPARE_BLOCKS = 256;

    private Shipping() {}

    static Shipped export(Path heap, String root, Path out, ToolProgress progress) {
        try (HeapImage image = HeapImage.open(heap)) {
            Reachable reachable = sound(image, List.of(root), false, progress);
            return create(image, reachable, List.of(root), maxBytes(reachable), out, progress);
        }
    }

    static Shipped compact(Path heap, Path out, boolean dropDangling, ToolProgress progress) {
        try (HeapImage image = HeapImage.open(heap)) {
            Collection<String> roots = image.contents().rootNames();
            Reachable reachable = sound(image, roots, dropDangling, progress);
            long bytes = Math.max(image.info().maxBytes(), maxBytes(reachable));
            return create(image, reachable, roots, bytes, out, progress);
        }
    }

    /** Returns the one root of a heap. */
    static String onlyRoot(StoredHeap heap) {
        if (heap.rootNames().size() != 1) {
            throw new IllegalArgumentException(
                    "say which root is to be imported: heap=" + heap.path() + ", roots=" + heap.rootNames());
        }
        return heap.rootNames().iterator().next();
    }

    /** Returns what the roots lead to, if nothing of it is damaged. */
    static Reachable sound(HeapImage image, Collection<String> roots, boolean dropDangling, ToolProgress progress) {
        Reachable reachable = image.checkAndFind(roots, progress.passes(), check -> {
            if (!check.isRecoverable()) {
                throw new HeapFormatException("heap is damaged: heap=" + image.path() + ", errors="
                        + check.count(HeapCheck.Severity.ERROR) + ", first=["
                        + check.findings().stream()
                                .filter(finding -> finding.severity() == HeapCheck.Severity.ERROR)
                                .findFirst()
                                .orElseThrow()
                        + "]; restore the file from a copy");
            }
        });
        if (reachable.problemCount() > 0 && !dropDangling) {
            throw new HeapFormatException("heap has references to nothing, or to what they must not lead to: heap="
                    + image.path() + ", references=" + reachable.problemCount() + ", first=" + reachable.problems()
                    + "; a full recovery sets them to null");
        }
        return reachable;
    }

    private static long maxBytes(Reachable reachable) {
        long blocks = reachable.blocks() + reachable.blocks() / 64 + SPARE_BLOCKS + StateLayout.FIRST_BLOCK;
        return Math.max(MIN_BYTES, blocks << BlockLayout.BLOCK_SHIFT);
    }

    /** Makes a heap file of its own; there is none, or a whole one. */
    private static Shipped create(
            HeapImage image,
            Reachable reachable,
            Collection<String> roots,
            long maxBytes,
            Path out,
            ToolProgress progress) {
        return new NewFile(out, HeapFormatException::new).make(partial -> {
            try (OfflineHeap target = OfflineHeap.create(partial, maxBytes, HeapOptions.defaults())) {
                return copy(image, reachable, target, roots, null, progress);
            }
        });
    }

    /** Copies roots; under another name if it is one. */
    static Shipped copy(
            HeapImage image,
            Reachable reachable,
            OfflineHeap target,
            Collection<String> roots,
            @Nullable String name,
            ToolProgress progress) {
        long began = System.nanoTime();
        try {
            GraphCopy copy = new GraphCopy(
                    image.contents(), reachable, target, done -> progress.progress("copy", done, reachable.objects()));
            for (String root : roots) {
                copy.copyRoot(root, name == null ? root : name);
            }
            return new Shipped(
                    copy.copied(), reachable.blocks(), copy.dropped(), Duration.ofNanos(System.nanoTime() - began));
        } catch (RuntimeException | Error e) {
            target.fail(); // what was copied leads to nothing; the next opening takes it back
            throw e;
        }
    }
}
