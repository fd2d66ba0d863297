package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.jnvm.HeapFullException;
import org.jnvm.internal.layout.BlockLayout;
import org.jspecify.annotations.Nullable;

/** Reading and writing of files, to the last byte. */
public final class FileBytes {
    private static final int ZEROS_BYTES = 1 << 20;

    private FileBytes() {}

    /** Returns what a path leads to, which may be a link; null if there is nothing. */
    static @Nullable BasicFileAttributes attributes(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Makes a file, or the entries of a folder, durable. */
    public static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Writes zeros, or makes a hole of which the last byte is written. */
    static void writeZeros(FileChannel channel, long from, long to, boolean hole) throws IOException {
        if (hole) {
            writeFully(channel, ByteBuffer.allocate(1), to - 1);
            return;
        }
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS_BYTES, to - from));
        for (long at = from; at < to; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), to - at));
            at += channel.write(zeros, at);
        }
    }

    /** Writes bytes from position to limit. */
    public static void writeFully(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        for (long at = offset; bytes.hasRemaining(); ) {
            at += channel.write(bytes, at);
        }
    }

    /** Reads bytes up to the limit. */
    static void readFully(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, offset + bytes.position()) < 0) {
                throw new IOException("file ended while it was read, at byte " + (offset + bytes.position()));
            }
        }
    }

    /** Tells a full disk, quota or file-size limit from other errors. */
    static IOException diskFull(Path file, long bytes, IOException e) throws IOException {
        String text = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        FileStore store = Files.getFileStore(file.getParent());
        if (text.contains("no space")
                || text.contains("quota")
                || text.contains("file too large")
                || store.getUsableSpace() < BlockLayout.BLOCK_BYTES) {
            throw new HeapFullException(
                    "no space for the heap file: heap=" + file + ", wanted bytes=" + bytes
                            + ", usable bytes on the disk=" + store.getUsableSpace() + ", error=" + e.getMessage()
                            + "; free space on the disk, or ask for a smaller heap",
                    e);
        }
        return e;
    }

    /** Returns the attribute that lets only the owner read and write, where the file system has such. */
    public static FileAttribute<?>[] ownerOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
