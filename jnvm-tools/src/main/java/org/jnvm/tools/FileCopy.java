package org.jnvm.tools;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.inspect.HeapImage;

/** Copies a heap file byte by byte while nobody can write it, so that the copy is never torn. */
final class FileCopy {
    private static final long STEP_BYTES = 16 << 20;

    private FileCopy() {}

    static long copy(Path heap, Path out, ToolProgress progress) {
        try (HeapImage image = HeapImage.open(heap)) {
            if (image.info().hasWal()) {
                throw new HeapFormatException(
                        "a part of the heap is in its write-ahead log, which a copy would lose: heap=" + heap
                                + "; recover it first, which writes it to the heap file: jnvm recover " + heap);
            }
            return NewFile.make(out, partial -> {
                try (FileChannel in =
                                FileChannel.open(image.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                        FileChannel to = FileChannel.open(
                                partial,
                                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                                ownerOnly(partial))) {
                    long bytes = in.size();
                    for (long at = 0; at < bytes; ) {
                        long step = in.transferTo(at, Math.min(STEP_BYTES, bytes - at), to);
                        if (step == 0) {
                            throw new IOException("heap file ended while it was copied, at byte " + at);
                        }
                        at += step;
                        progress.progress("copy bytes", at, bytes);
                    }
                    to.force(true);
                    return bytes;
                }
            });
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
