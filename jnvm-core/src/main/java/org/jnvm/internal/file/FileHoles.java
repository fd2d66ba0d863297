package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.function.LongSupplier;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapFullException;
import org.jnvm.JnvmException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.memory.NativeFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Holes of a heap file: whole pages, in which nothing is, are given back to the file system, and really written again before anything
 * is stored there. Which pages, the allocator knows.
 *
 * <p>They are given back in units. Linux caches files in pieces of up to 2 MiB, which lie at multiples of their size, and at the first
 * store to a page ext4 and XFS give all of its piece space on the disk. So a hole beside a page that is used would vanish, or, if
 * the disk is full, make a store to that page fail. No piece reaches from a unit of 2 MiB into the next. On tmpfs a page is by itself.
 *
 * <p>While a recorder listens, zeros are written where there would be a hole: whoever reads sees the same.
 *
 * <p>Safe for use by several threads, each with pages that it has alone.
 */
public final class FileHoles {
    private static final int PAGE_BLOCKS = PageLayout.PAGE_BLOCKS;
    /** Of units on file systems that are not known to do with pages: 2 MiB. */
    private static final int LARGE_BLOCKS = 1 << 21 - BlockLayout.BLOCK_SHIFT;

    private final HeapFile file;
    private volatile int unitBlocks;
    /** For writing pages again; stays open, as opening one and renewing the lock takes longer than writing them. Null: not yet. */
    private @Nullable FileChannel channel;

    private boolean told;
    /** What the file system refused. */
    private volatile String refused = "";

    FileHoles(HeapFile file) {
        this.file = file;
    }

    /** Returns why no space can be given back, for people; empty if nothing is known to be in the way. */
    public String whyNot() {
        if (file.isDetached()) {
            return "the heap is open read-only";
        }
        if (file.domain() == DurabilityDomain.DISK && file.isRecorded()) {
            return "a recorder listens, which does not hear of what goes to the file by way of the write-ahead log";
        }
        if (!refused.isEmpty() || file.isRecorded()) {
            return refused;
        }
        return NativeFile.whyNot();
    }

    /** Returns how many blocks a unit has, which lies at a multiple of its size: whole pages. */
    public int unitBlocks() {
        if (unitBlocks == 0) {
            unitBlocks = file.isRecorded() || isTmpfs() ? PAGE_BLOCKS : LARGE_BLOCKS;
        }
        return unitBlocks;
    }

    private boolean isTmpfs() {
        try {
            return Files.getFileStore(file.path()).type().equals("tmpfs");
        } catch (IOException e) {
            LoggerFactory.getLogger(FileHoles.class)
                    .warn("file system of the heap is not known: heap={}", file.path(), e);
            return false;
        }
    }

    /** Gives pages back; to be closed. Not safe for use by several threads. */
    public final class Puncher implements AutoCloseable {
        private final @Nullable NativeFile opened;

        private Puncher(@Nullable NativeFile opened) {
            this.opened = opened;
        }

        /**
         * Gives the space of whole pages back; they read as zeros then.
         *
         * @param offset the heap offset of the first
         * @param bytes how many bytes they have
         * @return whether that was done; if not, some of them may have been given back
         */
        public boolean punch(long offset, long bytes) {
            if (opened == null) {
                fill(offset, bytes);
                return true;
            }
            if (!file.durability().loadFromFile(file.chunkOf(offset), offset, bytes)) {
                refused = "the system refuses to drop private pages";
                return false;
            }
            if (opened.punch(offset, bytes)) {
                return true;
            }
            refused = "the file system refuses to punch holes";
            return false;
        }

        /**
         * Gets ready: what was written back and fenced is in the file, as far as this goes by way of a log. What is given back then must
         * not have been written to since.
         */
        public void begin() {
            file.durability().checkpoint();
        }

        /** Does something that calls {@link #punch}. */
        public long step(LongSupplier step) {
            return file.durability().giveBack(step);
        }

        @Override
        public void close() {
            if (opened != null) {
                opened.close();
                file.renewLink();
            }
        }
    }

    /**
     * Begins to give pages back.
     *
     * @return null where that cannot be done; the log says why, once
     */
    public synchronized @Nullable Puncher puncher() {
        String why = whyNot();
        if (why.isEmpty() && file.isRecorded()) {
            return new Puncher(null);
        }
        NativeFile opened = why.isEmpty() ? NativeFile.open(file.path()) : null;
        if (opened != null) {
            return checked(opened);
        }
        if (!told) {
            told = true;
            LoggerFactory.getLogger(FileHoles.class)
                    .info(
                            "free space of the heap stays on the disk: heap={}, reason={}; jnvm compact makes a small copy of a"
                                    + " heap that is closed",
                            file.path(),
                            why.isEmpty() ? "the file cannot be opened" : why);
        }
        return null;
    }

    /** Makes sure that the file that was opened by its name is that of the heap. */
    private Puncher checked(NativeFile opened) {
        Puncher puncher = new Puncher(opened);
        boolean done = false;
        try {
            file.requireFiles();
            done = true;
            return puncher;
        } finally {
            if (!done) {
                puncher.close();
            }
        }
    }

    /**
     * Writes pages with zeros, so that they have space on the disk.
     *
     * @param offset the heap offset of the first
     * @param bytes how many bytes they have
     * @throws HeapFullException if the disk is full; some of them may be written
     */
    public synchronized void fill(long offset, long bytes) {
        if (file.isDetached()) {
            return; // what is stored goes to memory, and the file stays as it is
        }
        try {
            Undisturbed.call(() -> {
                FileChannel written = writable();
                FileBytes.writeZeros(written, offset, offset + bytes, false);
                if (file.durability().forcesSpace()) {
                    written.force(false);
                }
                return null;
            });
        } catch (IOException e) {
            throw notWritten(offset, bytes, e);
        }
        if (file.isRecorded()) {
            file.state().recorder().stored(offset, new byte[(int) bytes]);
        }
    }

    private JnvmException notWritten(long offset, long bytes, IOException e) {
        IOException cause = e;
        try {
            cause = FileBytes.diskFull(file.path(), bytes, e);
        } catch (IOException unknown) {
            e.addSuppressed(unknown);
        }
        return file.state().poison("writing of free pages of the heap file at offset=" + offset, cause);
    }

    private FileChannel writable() throws IOException {
        if (channel == null || !channel.isOpen()) {
            if (channel != null) {
                file.renewLink(); // an interrupt has closed the channel, and that dropped the lock
            }
            channel = file.reopen();
        }
        return channel;
    }

    /** Closes what is open; when nobody uses the heap any more. */
    void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
