package org.jnvm.internal.file;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapLockedException;

/**
 * The one owner of a heap file: a lock on a file of its own beside the heap, and a registry within this JVM.
 *
 * <p>Locking the heap file itself would not do: the operating system drops a process's locks on a file when the process
 * closes any channel on it. For the same reason the registry is asked before a channel on the lock file is opened. The
 * lock file stays when the heap is closed, so that two openers never lock two files.
 *
 * <p>The registry knows files by what the file system calls them, so that {@code ..} and hard links do not deceive it.
 * It also stands in the system properties, for the case that J-NVM is loaded by two class loaders. A heap that the
 * program lost without closing it does not count: nothing can write to it any more.
 */
final class HeapLock implements AutoCloseable {
    private static final Map<Object, Held> OPEN = new HashMap<>();
    private static final String PROPERTY = "org.jnvm.open.";

    private final Held held;

    private HeapLock(Path heap) {
        held = new Held(heap, new WeakReference<>(this));
    }

    /**
     * A file in the registry.
     *
     * @param file what the file system calls it
     * @param property the name of its system property
     */
    private record Key(Object file, String property) {}

    /** What the registry knows of a lock; reachable from it, so that the channel of a lost heap stays under control. */
    private static final class Held {
        private final Path heap;
        private final WeakReference<HeapLock> owner;
        private final List<Key> keys = new ArrayList<>();
        private FileChannel channel;

        private Held(Path heap, WeakReference<HeapLock> owner) {
            this.heap = heap;
            this.owner = owner;
        }

        /** Allocates nothing for what it takes out: a file that stays in the registry could not be opened again. */
        private void giveUp() throws IOException {
            while (!keys.isEmpty()) {
                Key last = keys.get(keys.size() - 1);
                if (OPEN.remove(last.file, this)) {
                    System.getProperties().remove(last.property);
                }
                keys.remove(keys.size() - 1);
            }
            if (channel != null) {
                channel.close();
            }
        }
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
        HeapLock taken = new HeapLock(heap);
        synchronized (OPEN) {
            makeLockFile(file, heap);
            try {
                taken.register(file);
                taken.lock(
                        file,
                        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                        false);
                leaveName(taken.held.channel);
            } catch (IOException | RuntimeException | Error e) {
                taken.held.giveUp();
                throw e;
            }
        }
        return taken;
    }

    /**
     * Takes the lock to look at the heap only: others who only look may have it, too. Where the lock file cannot be made, as the folder
     * is another user's or read-only, nobody is kept away.
     *
     * @param heap the heap file
     * @return the lock
     * @throws HeapLockedException if somebody has it to change the heap, who is named
     * @throws IOException if the lock file cannot be read
     */
    static HeapLock takeToRead(Path heap) throws IOException {
        Path file = heap.resolveSibling(heap.getFileName() + ".lock");
        HeapLock taken = new HeapLock(heap);
        synchronized (OPEN) {
            try {
                makeLockFile(file, heap);
            } catch (FileSystemException e) { // no right to write, a read-only file system
                if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    return taken;
                }
            }
            try {
                taken.register(file);
                taken.lock(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS), true);
            } catch (IOException | RuntimeException | Error e) {
                taken.held.giveUp();
                throw e;
            }
        }
        return taken;
    }

    /** Returns a lock that keeps nobody away, for a file that nobody changes; {@link #registerHeap} still tells a second opener here. */
    static HeapLock none(Path heap) {
        return new HeapLock(heap);
    }

    private static void makeLockFile(Path file, Path heap) throws IOException {
        BasicFileAttributes found = FileBytes.attributes(file);
        if (found == null) {
            Files.createFile(file, FileBytes.ownerOnly(file));
        } else if (!found.isRegularFile()) {
            throw new HeapFormatException(
                    "lock file must be a regular file: lock=" + file + " (heap=" + heap + "); remove it");
        }
    }

    /** Adds the heap file, which exists now, to the registry: it may be open by a hard link, with another lock file. */
    void registerHeap() throws IOException {
        synchronized (OPEN) {
            register(held.heap);
        }
    }

    private void register(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        key = key != null ? key : file.toRealPath();
        Held known = OPEN.get(key);
        if (known != null) {
            if (known.owner.get() != null) {
                throw isOpen(known.heap);
            }
            known.giveUp();
        }
        Key added = new Key(key, PROPERTY + key);
        held.keys.add(added); // first: whatever fails below, giveUp takes out what is there
        OPEN.put(key, held);
        Object other = System.getProperties().putIfAbsent(added.property, held.heap.toString());
        if (other != null) { // of another class loader
            OPEN.remove(key);
            throw isOpen(other);
        }
    }

    private HeapLockedException isOpen(Object as) {
        return new HeapLockedException("heap is open in this process already: heap=" + held.heap + ", opened as=" + as
                + "; use that Heap, or close it first");
    }

    private void lock(Path file, Set<? extends OpenOption> how, boolean shared) throws IOException {
        FileChannel channel = FileChannel.open(file, how);
        held.channel = channel;
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, shared);
        if (lock == null) {
            boolean read = !shared && channel.tryLock(0, Long.MAX_VALUE, true) != null;
            throw new HeapLockedException(
                    read
                            ? "heap is open read-only in another process, which keeps it from being changed: heap="
                                    + held.heap
                                    + "; close it there, and have readers open a snapshot (Heap.snapshot) instead"
                            : "heap is open in another process: heap=" + held.heap + ", holder=" + holder(channel)
                                    + "; wait for it to close the heap, or stop it");
        }
    }

    /** Leaves the name of the holder for the message that a second opener gets; nothing else depends on it. */
    private static void leaveName(FileChannel channel) throws ClosedByInterruptException {
        byte[] name = ("process " + ProcessId.current() + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            channel.write(ByteBuffer.wrap(name), 0);
            channel.truncate(name.length);
        } catch (ClosedByInterruptException e) {
            throw e; // the channel is closed, and the lock with it
        } catch (IOException e) {
            // the disk is full: the lock holds all the same
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(64);
        channel.read(bytes, 0);
        String name = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).trim();
        return name.isEmpty() ? "unknown" : name + describe(name.replaceAll("[^0-9]", ""));
    }

    /** Returns what the system tells of a process that still runs, beginning with a comma; else nothing. */
    private static String describe(String pid) {
        try {
            return ProcessHandle.of(Long.parseLong(pid))
                    .map(ProcessHandle::info)
                    .map(info -> info.command()
                                    .map(command -> ", command=" + command)
                                    .orElse("")
                            + info.startInstant()
                                    .map(start -> ", started=" + start)
                                    .orElse(""))
                    .orElse("");
        } catch (NumberFormatException e) {
            return ""; // the file says something else
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (OPEN) {
            held.giveUp();
        }
    }
}
