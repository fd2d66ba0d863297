package org.jnvm.tools;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jnvm.HeapOptions;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.HeapImages;
import org.jnvm.internal.inspect.OfflineHeap;
import org.jnvm.internal.inspect.Reachable;

/**
 * A heap that parts of others are copied into, one after the other, while it is open only once. One thread at a time.
 *
 * <pre>{@code
 * try (HeapImport all = HeapImport.open(heap, HeapOptions.defaults(), ToolProgress.NONE)) {
 *     for (Path part : parts) {
 *         all.add(part, null, part.getFileName().toString());
 *     }
 * }
 * }</pre>
 */
public final class HeapImport implements AutoCloseable {
    private final Path heap;
    private final OfflineHeap target;
    private final ToolProgress progress;
    private final HeapImages parts = new HeapImages();

    private HeapImport(Path heap, OfflineHeap target, ToolProgress progress) {
        this.heap = heap;
        this.target = target;
        this.progress = progress;
    }

    /**
     * Opens the heap, which is recovered first if need be.
     *
     * @param heap the file, which must exist
     * @param options how to open it: a larger {@link HeapOptions#maxBytes} makes room
     * @param progress hears how far it is
     * @return the heap, to be closed
     */
    public static HeapImport open(Path heap, HeapOptions options, ToolProgress progress) {
        return new HeapImport(heap, OfflineHeap.open(heap, options.recoveryListener(progress.passes())), progress);
    }

    /**
     * Copies what a root of another heap leads to, as a new root. A crash leaves all of it in the heap, or nothing; durable
     * when it returns. If it throws, the heap has nothing of it; of what was copied before the space is free again when
     * the next opening has run the recovery pass.
     *
     * @param part the heap to copy from, mostly one that {@link HeapTools#export} made
     * @param root its root; null if it has only one
     * @param name the new root, which must not exist
     * @return what was copied
     * @throws org.jnvm.HeapFormatException if anything that the root leads to is damaged, or holds a reference to nothing
     * @throws org.jnvm.ClassMismatchException if this heap has another layout of a class, and objects of the one cannot
     *     be converted to the other
     * @throws org.jnvm.HeapFullException if there is no room
     */
    public Shipped add(Path part, String root, String name) {
        Objects.requireNonNull(name, "name of the new root");
        try (HeapImage image = parts.open(part)) {
            String from = root != null ? root : Shipping.onlyRoot(image.contents());
            Reachable reachable = Shipping.sound(image, List.of(from), false, progress);
            if (target.hasRoot(name)) {
                throw new IllegalArgumentException(
                        "root exists already: heap=" + heap + ", root=" + name + "; take another name");
            }
            return Shipping.copy(image, reachable, target, List.of(from), name, progress);
        }
    }

    /** Closes the heap; as after a crash if something could not be copied. */
    @Override
    public void close() {
        target.close();
    }
}
