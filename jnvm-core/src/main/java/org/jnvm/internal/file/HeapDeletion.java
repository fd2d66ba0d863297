package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jnvm.HeapFormatException;

/** Deletes heaps: a heap file, and what belongs to it. */
public final class HeapDeletion {
    private HeapDeletion() {}

    /**
     * Deletes a heap that nobody has open.
     *
     * @param path the heap file
     * @param others further files that belong to the heap, if they are there
     * @return false if there is no such file
     * @throws org.jnvm.HeapLockedException if somebody has it open
     * @throws HeapFormatException if it is no heap, or cannot be deleted
     */
    // persist-order: [no heap file] < force of the folder < [no log, no other files]
    //   crash in between: a log without its heap. A heap that is made there has another identity, so it replays nothing
    // of it
    public static boolean delete(Path path, Path... others) {
        Path file = path.toAbsolutePath();
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (HeapLock lock = HeapLock.take(file)) {
            lock.registerHeap();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                Superblocks.read(file, channel); // refuses what is no heap
            }
            Files.delete(file);
            FileBytes.force(file.getParent());
            for (Path log : WalFiles.paths(file)) {
                Files.deleteIfExists(log);
            }
            for (Path other : others) {
                Files.deleteIfExists(other);
            }
            return true;
        } catch (IOException e) {
            throw new HeapFormatException(
                    "heap cannot be deleted: heap=" + file + ", error=" + e
                            + "; check that this user may write its folder",
                    e);
        }
    }
}
