package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.WalLayout;
import org.jnvm.internal.wal.BlockFile;
import org.jnvm.internal.wal.OsFile;

/** The two files of a heap's write-ahead log, beside it and named like it. */
final class WalFiles {
    private WalFiles() {}

    private static Path path(Path heap, int segment) {
        return heap.resolveSibling(heap.getFileName() + WalLayout.SUFFIXES[segment]);
    }

    /** Returns the paths of both files. */
    static List<Path> paths(Path heap) {
        return List.of(path(heap, 0), path(heap, 1));
    }

    /** Tells whether both files are there. */
    static boolean exist(Path heap) {
        return Files.isRegularFile(path(heap, 0), LinkOption.NOFOLLOW_LINKS)
                && Files.isRegularFile(path(heap, 1), LinkOption.NOFOLLOW_LINKS);
    }

    /** Opens the files to be read only. */
    static BlockFile[] openToRead(Path heap) throws IOException {
        BlockFile first = OsFile.toRead(path(heap, 0));
        try {
            return new BlockFile[] {first, OsFile.toRead(path(heap, 1))};
        } catch (IOException | RuntimeException | Error e) {
            first.close();
            throw e;
        }
    }

    /**
     * Opens the files, or makes them.
     *
     * @param heap the heap file
     * @param segmentBytes the least bytes of each file: really written, so that no commit meets a full disk
     */
    // persist-order: [zeros] < force < force of the folder < the first header (in WriteAheadLog)
    static BlockFile[] open(Path heap, long segmentBytes) throws IOException {
        boolean changed = ensure(path(heap, 0), segmentBytes);
        changed |= ensure(path(heap, 1), segmentBytes);
        if (changed) {
            FileBytes.force(heap.getParent());
        }
        BlockFile first = new OsFile(path(heap, 0));
        try {
            return new BlockFile[] {first, new OsFile(path(heap, 1))};
        } catch (IOException | RuntimeException | Error e) {
            first.close();
            throw e;
        }
    }

    /** Makes a file have a size at least; returns whether it was made. */
    private static boolean ensure(Path file, long bytes) throws IOException {
        boolean made = !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (!made && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new HeapFormatException(
                    "write-ahead log must be a regular file: log=" + file + "; remove what is there");
        }
        Set<StandardOpenOption> how = made
                ? Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                : Set.of(StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, how, FileBytes.ownerOnly(file))) {
            long size = channel.size();
            if (size < bytes) {
                FileBytes.writeZeros(channel, size, bytes, false);
                channel.force(true);
            }
        } catch (IOException e) {
            throw FileBytes.diskFull(file, bytes, e);
        }
        return made;
    }
}
