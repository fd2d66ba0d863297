package org.jnvm.tools;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.NewFile;

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
            return new NewFile(out, HeapFormatException::new).make(partial -> {
                try (FileChannel in =
                                FileChannel.open(image.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                        FileChannel to = FileChannel.open(
                                partial,
                                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                                NewFile.ownerOnly(partial))) {
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
}
