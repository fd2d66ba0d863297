package org.jnvm.internal.backup;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jnvm.internal.file.FileBytes;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jspecify.annotations.Nullable;

/** The copy of a heap that is being made: pages of it are written where they differ. */
final class BackupFile implements AutoCloseable {
    /** What {@link #update} is given at most. */
    static final int STEP_BYTES = 1 << 20;

    private static final int PAGE = ChunkLayout.PAGE_BYTES;
    private static final long PIECE_BYTES = 1L << 28;

    private final FileChannel channel;
    private final ByteBuffer[] pieces;
    /** What all of the file is known to be; null once it is not: to load a page of a hole takes as long as to write one. */
    private @Nullable ByteBuffer zeros;

    private BackupFile(FileChannel channel, ByteBuffer[] pieces, boolean made) {
        this.channel = channel;
        this.pieces = pieces;
        this.zeros = made ? ByteBuffer.allocate(STEP_BYTES) : null;
    }

    /** Opens the file, which is made if it is not there; of another size, it becomes that size. Only its owner may read it. */
    static BackupFile open(Path file, long bytes) throws IOException {
        boolean made = make(file);
        try (RandomAccessFile sized = new RandomAccessFile(file.toFile(), "rw")) {
            sized.setLength(bytes); // a hole, where it was shorter
        }
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        try {
            ByteBuffer[] pieces = new ByteBuffer[(int) ((bytes + PIECE_BYTES - 1) / PIECE_BYTES)];
            for (int i = 0; i < pieces.length; i++) {
                pieces[i] = MappedChunk.mapToRead(channel, i * PIECE_BYTES, Math.min(bytes, (i + 1) * PIECE_BYTES));
            }
            return new BackupFile(channel, pieces, made);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /** Makes the file if it is not there; returns whether all of it is a hole. */
    static boolean make(Path file) throws IOException {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.createFile(file, FileBytes.ownerOnly(file));
        }
        return Files.size(file) == 0;
    }

    /** Ends the first round, in which no page was looked at twice. */
    void filled() {
        zeros = null;
    }

    /**
     * Makes pages what they are in the heap. Safe for use by several threads, each with other pages.
     *
     * @param offset where the first begins; they are in one piece of the file
     * @param bytes the pages
     * @param length how many bytes, whole pages
     * @return how many bytes were not as in the heap
     */
    int update(long offset, byte[] bytes, int length) throws IOException {
        ByteBuffer there = zeros != null
                ? zeros.slice(0, length)
                : pieces[(int) (offset / PIECE_BYTES)].slice((int) (offset % PIECE_BYTES), length);
        ByteBuffer here = ByteBuffer.wrap(bytes, 0, length);
        int written = 0;
        for (int same = here.mismatch(there); same >= 0; same = here.mismatch(there)) {
            int from = (here.position() + same) / PAGE * PAGE;
            int to = from + PAGE;
            while (to < length && here.slice(to, PAGE).mismatch(there.slice(to, PAGE)) >= 0) {
                to += PAGE;
            }
            write(offset + from, bytes, from, to - from);
            written += to - from;
            here.position(to);
            there.position(to);
        }
        return written;
    }

    /** Writes bytes, whatever was there: not to the mapping, where a full disk would be an error of the JVM. */
    void write(long offset, byte[] bytes, int from, int length) throws IOException {
        FileBytes.writeFully(channel, ByteBuffer.wrap(bytes, from, length), offset);
    }

    /** Cuts it to its size; nothing beyond may be touched any more. */
    void cut(long bytes) throws IOException {
        channel.truncate(bytes);
    }

    /** Brings all of it to the device. */
    void force() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
