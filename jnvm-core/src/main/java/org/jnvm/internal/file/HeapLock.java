package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapLockedException;

/**
 * The one owner of a heap file: a lock on a file of its own beside the heap, and a registry within this JVM.
 *
 * <p>Locking the heap file itself would not do: the operating system drops a process's locks on a file when the process
 * closes any channel on it. The lock file stays when the heap is closed, so that two openers never lock two files.
 */
final class HeapLock implements AutoCloseable {
    private static final Map<Object, Path> OPEN = new HashMap<>();

    private final Object key;
    private final FileChannel channel;

    private HeapLock(Object key, FileChannel channel) {
        this.key = key;
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @param heap the heap file, which may not exist yet
     * @return the lock
     * @throws HeapLockedException if somebody has it, who is named
     * @throws IOException if the lock file cannot be made
     */
    static HeapLock take(Path heap) throws IOException {
        Path file = heap.resolveSibling(heap.getFileName() + ".lock");
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new HeapFormatException(
                    "lock file must be a regular file: lock=" + file + " (heap=" + heap + "); remove it");
        }
        FileChannel channel = FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                HeapFile.ownerOnly(file));
        try {
            Object key = key(file);
            synchronized (OPEN) {
                if (OPEN.containsKey(key)) {
                    throw new HeapLockedException("heap is open in this process already: heap=" + heap
                            + ", opened as=" + OPEN.get(key) + "; use that Heap, or close it first");
                }
                FileLock lock = tryLock(channel);
                if (lock == null) {
                    throw new HeapLockedException("heap is open in another process: heap=" + heap + ", holder="
                            + holder(channel) + "; wait for it to close the heap, or stop it");
                }
                OPEN.put(key, heap);
            }
            leaveName(channel);
            return new HeapLock(key, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) { // J-NVM is loaded twice in this JVM, and the other one has it
            return null;
        }
    }

    /** Leaves the name of the holder for the message that a second opener gets; nothing else depends on it. */
    private static void leaveName(FileChannel channel) {
        byte[] name = ("process " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            channel.write(ByteBuffer.wrap(name), 0);
            channel.truncate(name.length);
        } catch (IOException e) {
            // the disk is full: the lock holds all the same
        }
    }

    private static Object key(Path file) throws IOException {
        Object key = Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class)
                .fileKey();
        return key != null ? key : file.toRealPath();
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(64);
        channel.read(bytes, 0);
        String name = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).trim();
        return name.isEmpty() ? "unknown" : name;
    }

    @Override
    public void close() throws IOException {
        synchronized (OPEN) {
            OPEN.remove(key);
            channel.close();
        }
    }
}
