package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.Trust;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.SlowPath;
import org.jnvm.internal.memory.WriteBack;

/**
 * Opens a heap of which no byte is changed: its pages are private to this process, so that logs are replayed, objects of older classes
 * converted and dangling references set to null in memory.
 *
 * <p>Java maps privately only what it may write. A file that this user may not write is copied first, and so is one that is not trusted:
 * who owns it could change it after it was checked. The copy has no name any more once it is mapped.
 */
public final class DetachedHeap {
    private DetachedHeap() {}

    /**
     * Opens a heap file.
     *
     * @param path the file
     * @param intent {@link HeapFile.Intent#READ} or {@link HeapFile.Intent#READ_SNAPSHOT}
     * @param options the options
     * @param slow the heap's slow paths
     * @param inspection looks at the heap first
     * @return the file
     * @throws org.jnvm.HeapLockedException if somebody has the heap open to change it
     */
    public static HeapFile open(
            Path path, HeapFile.Intent intent, HeapOptions options, SlowPath slow, HeapFile.Inspection inspection) {
        Path file = path.toAbsolutePath();
        HeapFileOpener.checkPath(file, HeapFile.Intent.OPEN);
        try {
            HeapLock lock = intent == HeapFile.Intent.READ ? HeapLock.takeToRead(file) : HeapLock.none(file);
            try {
                lock.registerHeap();
                return open(file, lock, options, slow, inspection);
            } catch (IOException | RuntimeException | Error e) {
                lock.close();
                throw e;
            }
        } catch (ClosedChannelException e) {
            throw HeapFileOpener.interrupted(file, e);
        } catch (InternalError e) {
            throw HeapFileOpener.truncated(file, e);
        } catch (IOException e) {
            throw new HeapFormatException(
                    "heap file cannot be opened to be read: heap=" + file + ", error=" + e
                            + "; check that this user may read it, and that there is room for a copy in java.io.tmpdir="
                            + System.getProperty("java.io.tmpdir") + " if it is copied",
                    e);
        }
    }

    private static HeapFile open(
            Path file, HeapLock lock, HeapOptions options, SlowPath slow, HeapFile.Inspection inspection)
            throws IOException {
        FileLinkLock link = FileLinkLock.takeToRead(file);
        try {
            HeapFile heap;
            boolean lost;
            try (PendingWal pending = PendingWal.find(file, link.channel())) {
                Superblocks superblocks =
                        pending == null ? Superblocks.read(file, link.channel()) : pending.superblocks();
                lost = pending == null && lostPower(file, superblocks.newest());
                heap = map(file, lock, link, options, slow, superblocks);
                if (pending != null) {
                    pending.forEachLine((offset, line) -> {
                        if (offset < heap.bytes()) {
                            heap.chunkOf(offset).storeBytes(offset, line, 0, line.length);
                        }
                    });
                }
                HeapFileOpener.inspect(heap, lost ? superblocks.newest() : null, options, inspection);
            }
            link.renew(); // closing other channels on the file has dropped it
            return heap;
        } catch (IOException | RuntimeException | Error e) {
            link.close();
            throw e;
        }
    }

    private static boolean lostPower(Path file, Superblock found) {
        DurabilityDomain domain = DurabilityDomain.PAGE_CACHE;
        if (HeapFileOpener.lostPower(found, domain)) { // else that of the file does not matter
            DurabilityDomain byDefault = HeapFileOpener.domainByDefault(file);
            domain = byDefault == null ? domain : byDefault;
        }
        return HeapFileOpener.lostPower(found, domain);
    }

    private static HeapFile map(
            Path file, HeapLock lock, FileLinkLock link, HeapOptions options, SlowPath slow, Superblocks superblocks)
            throws IOException {
        HeapState state = new HeapState(WriteBack.NONE, null, options.checked());
        state.setHeap(file.toString());
        HeapFile heap = new HeapFile(
                file,
                lock,
                superblocks.newest(),
                DurabilityDomain.PAGE_CACHE,
                state,
                slow,
                FileChannel.MapMode.PRIVATE,
                options,
                new MappedDurability(DurabilityDomain.PAGE_CACHE, state));
        try (FileChannel channel = channel(file, link, options)) {
            heap.mapDetached(link, channel, superblocks.bothSound());
        }
        return heap;
    }

    /** Returns a channel by which Java maps privately: on the file, or on a copy of it that has no name. */
    private static FileChannel channel(Path file, FileLinkLock link, HeapOptions options) throws IOException {
        if (options.trust() != Trust.UNTRUSTED && Files.isWritable(file)) {
            return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        }
        Path copy = Files.createTempFile("jnvm-", ".copy"); // only this user may read it
        try {
            FileChannel copied = FileChannel.open(copy, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
            try {
                long bytes = link.channel().size();
                for (long at = 0; at < bytes; ) {
                    long now = link.channel().transferTo(at, bytes - at, copied);
                    if (now <= 0) {
                        throw new IOException(
                                "file became shorter while it was copied: bytes=" + bytes + ", copied=" + at);
                    }
                    at += now;
                }
                return copied;
            } catch (IOException | RuntimeException | Error e) {
                copied.close();
                throw e;
            }
        } finally {
            Files.deleteIfExists(copy);
        }
    }
}
