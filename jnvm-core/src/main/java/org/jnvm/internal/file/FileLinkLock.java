package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jnvm.HeapLockedException;

/**
 * A lock on the heap file itself, besides {@link HeapLock}: it tells another process that opens the file by a hard link
 * in another folder, where there is another lock file.
 *
 * <p>It is the second line, not the first: the operating system drops it when the process closes any other channel on
 * the file. J-NVM {@linkplain #renew renews} it whenever it did so itself; a program that copies its own open heap file
 * drops it until the heap grows next. What it locks is one byte far behind the end of the file, so that where locks are
 * mandatory nothing is kept from reading the file.
 */
final class FileLinkLock {
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final Path heap;
    private final FileChannel channel;
    private final boolean shared;
    private FileLock lock;

    private FileLinkLock(Path heap, FileChannel channel, boolean shared) {
        this.heap = heap;
        this.channel = channel;
        this.shared = shared;
    }

    /**
     * Takes the lock.
     *
     * @param heap the heap file
     * @return the lock
     * @throws HeapLockedException if another process has it
     * @throws IOException if the file cannot be opened
     */
    static FileLinkLock take(Path heap) throws IOException {
        return take(heap, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS), false);
    }

    /** Takes a lock that others who only read may have, too, on a channel that can only read; see {@link #take(Path)}. */
    static FileLinkLock takeToRead(Path heap) throws IOException {
        return take(heap, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS), true);
    }

    private static FileLinkLock take(Path heap, Set<? extends OpenOption> how, boolean shared) throws IOException {
        FileLinkLock taken = new FileLinkLock(heap, FileChannel.open(heap, how), shared);
        try {
            taken.lock();
            return taken;
        } catch (IOException | RuntimeException | Error e) {
            taken.channel.close();
            throw e;
        }
    }

    private void lock() throws IOException {
        try {
            lock = channel.tryLock(LOCKED_BYTE, 1, shared);
        } catch (OverlappingFileLockException e) { // J-NVM loaded twice, say
            lock = null;
        }
        if (lock == null) {
            throw new HeapLockedException("heap is open already, by another name of its file: heap=" + heap
                    + "; wait for it to close the heap, or stop it, and use one name only");
        }
    }

    /** Returns the channel that holds the lock; for opening the heap, and not to be closed. */
    FileChannel channel() {
        return channel;
    }

    /** Takes the lock once more, as the operating system may have dropped it. */
    void renew() throws IOException {
        if (channel.isOpen()) {
            lock.release();
            lock();
        }
    }

    /** Gives up the lock. */
    void close() throws IOException {
        channel.close();
    }
}
