package org.jnvm.tools;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jnvm.HeapFormatException;

/** Makes a file under another name, and gives it its own when it is whole. */
final class NewFile {
    private NewFile() {}

    /** Makes the file. */
    @FunctionalInterface
    interface Maker<T> {
        /** Writes the file and forces it; returns what the caller wants to know. */
        T make(Path partial) throws IOException;
    }

    // persist-order: [every byte of the file] < force (by the maker) < rename < force of the folder
    static <T> T make(Path out, Maker<T> maker) {
        Path file = out.toAbsolutePath();
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            refuseExisting(file);
            Files.deleteIfExists(partial); // of one that was killed
            try {
                T result = maker.make(partial);
                refuseExisting(file);
                Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
                try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
                    folder.force(true);
                }
                return result;
            } finally {
                Files.deleteIfExists(partial);
            }
        } catch (IOException e) {
            throw new HeapFormatException(
                    "file cannot be written: file=" + file + ", error=" + e
                            + "; check its folder, and the space on the disk",
                    e);
        }
    }

    private static void refuseExisting(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new HeapFormatException(
                    "file must not exist yet: file=" + file + "; remove it, or take another name");
        }
    }

    /** Deletes the lock file of a heap that nobody has open any more. */
    static void deleteLock(Path heap) throws IOException {
        Files.deleteIfExists(heap.resolveSibling(heap.getFileName() + ".lock"));
    }
}
