package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.UUID;
import jdk.nio.mapmode.ExtendedMapMode;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.Trust;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.InteriorMapLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.SuperblockInfo;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.SlowPath;
import org.jnvm.internal.memory.WriteBack;
import org.jnvm.internal.wal.BlockFile;
import org.jnvm.internal.wal.DiskDomain;
import org.jnvm.internal.wal.DiskSettings;
import org.jnvm.internal.wal.OsFile;
import org.jnvm.internal.wal.WriteAheadLog;
import org.jspecify.annotations.Nullable;

/** How a heap file is found or created, locked, checked and mapped. */
public final class HeapFileOpener {
    private HeapFileOpener() {}

    /**
     * Opens or creates a heap file as {@link #open(Path, long, HeapFile.Intent, HeapOptions, SlowPath,
     * HeapFile.Inspection)} does, and refuses one that was open when the machine went down.
     */
    public static HeapFile open(Path path, long maxBytes, HeapFile.Intent intent, HeapOptions options, SlowPath slow) {
        return open(path, maxBytes, intent, options, slow, new HeapFile.Inspection() {
            @Override
            public void afterPowerLoss(HeapFile heap, String facts) {
                throw new HeapFormatException("heap was open when the machine went down: heap=" + heap.path() + ", "
                        + facts + "; open it as a heap, which checks it");
            }

            @Override
            public void verify(HeapFile heap) {
                // the callers check what they need
            }
        });
    }

    /**
     * Opens or creates a heap file, locks it and maps it.
     *
     * @param path the file
     * @param maxBytes what the heap may grow to; 0 for what the file says
     * @param intent whether to open or to create
     * @param options the options
     * @param slow the heap's slow paths
     * @param inspection looks at the heap before it is changed
     * @return the file; its superblock is as it was, until {@link HeapFile#markInUse}
     */
    public static HeapFile open(
            Path path,
            long maxBytes,
            HeapFile.Intent intent,
            HeapOptions options,
            SlowPath slow,
            HeapFile.Inspection inspection) {
        Path file = path.toAbsolutePath();
        checkMaxBytes(maxBytes, intent);
        checkPath(file, intent);
        try {
            HeapLock lock = HeapLock.take(file);
            boolean created = false;
            try {
                if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    create(file, maxBytes, options);
                    created = true;
                } else if (intent == HeapFile.Intent.CREATE) {
                    throw new HeapFormatException(
                            "heap file must not exist yet: heap=" + file + "; open it instead, or remove it");
                }
                lock.registerHeap();
                return map(file, lock, maxBytes, intent, options, slow, inspection);
            } catch (IOException | RuntimeException | Error e) {
                try {
                    if (created) {
                        Files.deleteIfExists(file);
                    }
                } finally {
                    lock.close();
                }
                throw e;
            }
        } catch (ClosedChannelException e) {
            throw interrupted(file, e);
        } catch (InternalError e) {
            throw truncated(file, e);
        } catch (IOException e) {
            throw new HeapFormatException(
                    "heap file cannot be opened: heap=" + file + ", error=" + e
                            + "; check that it can be read and written by this user, and its folder too",
                    e);
        }
    }

    /**
     * Opens a heap file that exists, to change what a crash has left in it, and to be closed as after a crash.
     *
     * @param path the file
     * @param domain its durability domain
     * @param inspection looks at the heap before it is changed
     * @return the file; its superblock is as it was, until {@link HeapFile#markInUse}
     */
    public static HeapFile openToSettle(Path path, DurabilityDomain domain, HeapFile.Inspection inspection) {
        HeapOptions options = HeapOptions.defaults().domain(domain);
        return open(path, 0, HeapFile.Intent.OPEN, options, NoProxies.INSTANCE, inspection);
    }

    /**
     * Opens a heap file that exists, to be looked at: no byte of it is ever changed.
     *
     * @param path the file
     * @param privately whether what is stored is to go to memory of this process, which needs a file that may be
     *     written, though it is not; see {@link HeapFile#isPrivate}
     * @return the file; it must not grow, nor be closed as clean
     */
    public static HeapFile openReadOnly(Path path, boolean privately) {
        return openReadOnly(path, privately, null);
    }

    /**
     * Does the same, and need not map the file.
     *
     * @param path the file
     * @param memory where the heap is read to if it was closed and is small
     */
    public static HeapFile openReadOnly(Path path, HeapMemory memory) {
        return openReadOnly(path, false, memory);
    }

    private static HeapFile openReadOnly(Path path, boolean privately, @Nullable HeapMemory memory) {
        Path file = path.toAbsolutePath();
        checkPath(file, HeapFile.Intent.OPEN);
        try {
            HeapLock lock = HeapLock.takeToRead(file);
            try {
                lock.registerHeap();
                return openReadOnly(file, lock, privately, memory);
            } catch (IOException | RuntimeException | Error e) {
                lock.close();
                throw e;
            }
        } catch (ClosedChannelException e) {
            throw interrupted(file, e);
        } catch (IOException e) {
            throw new HeapFormatException(
                    "heap file cannot be looked at: heap=" + file + ", error=" + e + "; check that this user may "
                            + (privately ? "write it: recovery in memory needs that" : "read it"),
                    e);
        }
    }

    private static HeapFile openReadOnly(Path file, HeapLock lock, boolean privately, @Nullable HeapMemory memory)
            throws IOException {
        FileLinkLock linkLock = FileLinkLock.takeToRead(file);
        try {
            PendingWal pending = PendingWal.find(file, linkLock.channel());
            if (pending != null) {
                try (pending) {
                    return openReadOnly(file, lock, linkLock, pending);
                }
            }
            Superblock found = Superblocks.read(file, linkLock.channel()).newest();
            boolean own = privately || hasLogs(linkLock.channel()) && Files.isWritable(file);
            ByteBuffer read = own || memory == null ? null : memory.read(linkLock.channel(), found);
            if (read != null) {
                HeapFile heap = lookedAt(file, lock, found, FileChannel.MapMode.READ_ONLY);
                heap.useRead(linkLock, read);
                return heap;
            }
            return openReadOnly(file, lock, linkLock, found, own);
        } catch (IOException | RuntimeException | Error e) {
            linkLock.close();
            throw e;
        }
    }

    /** Looks at a heap of which a part is in its log: on private pages, onto which that is put. */
    private static HeapFile openReadOnly(Path file, HeapLock lock, FileLinkLock linkLock, PendingWal pending)
            throws IOException {
        if (!Files.isWritable(file)) {
            throw new HeapFormatException("a part of the heap is in its write-ahead log: heap=" + file
                    + "; to put it together in memory, this user must have the right to write the file");
        }
        HeapFile heap = openReadOnly(file, lock, linkLock, pending.superblocks().newest(), true);
        pending.forEachLine((offset, line) -> {
            if (offset < heap.bytes()) {
                heap.chunkOf(offset).storeBytes(offset, line, 0, line.length);
            }
        });
        return heap;
    }

    private static HeapFile openReadOnly(Path file, HeapLock lock, FileLinkLock linkLock, Superblock found, boolean own)
            throws IOException {
        HeapFile heap = lookedAt(file, lock, found, own ? FileChannel.MapMode.PRIVATE : FileChannel.MapMode.READ_ONLY);
        if (own) {
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                heap.mapReadOnly(linkLock, channel);
            }
            linkLock.renew(); // closing the channel has dropped it
        } else {
            heap.mapReadOnly(linkLock, linkLock.channel());
        }
        return heap;
    }

    private static HeapFile lookedAt(Path file, HeapLock lock, Superblock found, FileChannel.MapMode mode) {
        HeapState state = new HeapState(WriteBack.NONE, null, false);
        state.setHeap(file.toString());
        return new HeapFile(
                file,
                lock,
                found,
                DurabilityDomain.PAGE_CACHE,
                state,
                NoProxies.INSTANCE,
                mode,
                HeapOptions.defaults(),
                new MappedDurability(DurabilityDomain.PAGE_CACHE, state));
    }

    /**
     * Reads the superblock of a heap file, also of one that another process has open.
     *
     * @param path the file
     * @return what it says
     * @throws HeapFormatException if it is no heap, or cannot be read
     */
    public static SuperblockInfo info(Path path) {
        Path file = path.toAbsolutePath();
        checkPath(file, HeapFile.Intent.OPEN);
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            try (PendingWal pending = PendingWal.find(file, channel)) {
                return (pending == null ? Superblocks.read(file, channel) : pending.superblocks())
                        .newest()
                        .info();
            }
        } catch (ClosedChannelException e) {
            throw interrupted(file, e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Returns the durability domain that a heap which is open read-only has unless a program asks for another one, null
     * if this user may not write the file. Nothing is written.
     */
    public static DurabilityDomain domainByDefault(HeapFile heap) {
        try {
            return domainByDefault(heap.path());
        } finally {
            heap.renewLink(); // closing a channel has dropped it
        }
    }

    static @Nullable DurabilityDomain domainByDefault(Path file) {
        if (!Files.isWritable(file)) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            try (PendingWal pending = PendingWal.find(file, channel)) {
                return chooseDomain(file, channel, HeapOptions.defaults(), pending);
            }
        } catch (ClosedChannelException e) {
            throw interrupted(file, e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Java closes the channels that a thread uses when it is interrupted, or was before; nobody else closes these. */
    static JnvmException interrupted(Path file, ClosedChannelException e) {
        return new JnvmException(
                "heap cannot be opened, as the thread is interrupted: heap=" + file + ", thread="
                        + Thread.currentThread().getName()
                        + "; clear the interrupt with Thread.interrupted() and open it again, or open it in another"
                        + " thread",
                e);
    }

    /** A page of the file could not be reached. */
    static HeapFormatException truncated(Path file, InternalError e) {
        return new HeapFormatException(
                "heap file cannot be read: heap=" + file + ", error=" + e
                        + "; it was truncated while it was being opened, or the disk failed: restore it from a copy",
                e);
    }

    private static HeapFormatException unreadable(Path file, IOException e) {
        return new HeapFormatException(
                "heap file cannot be read: heap=" + file + ", error=" + e + "; check that this user may read it", e);
    }

    private static boolean hasLogs(FileChannel channel) throws IOException {
        ByteBuffer word = ByteBuffer.allocate(8);
        FileBytes.readFully(channel, word, StateLayout.LOGS_OFFSET);
        return word.getLong(0) != 0;
    }

    private static void checkMaxBytes(long maxBytes, HeapFile.Intent intent) {
        boolean unset = maxBytes == 0 && intent.opens();
        if (!unset && maxBytes < ChunkLayout.MIN_HEAP_BYTES || maxBytes > ChunkLayout.MAX_HEAP_BYTES) {
            throw new IllegalArgumentException(
                    "a heap has from " + ChunkLayout.MIN_HEAP_BYTES + " bytes to 2^46: size=" + maxBytes);
        }
    }

    static void checkPath(Path file, HeapFile.Intent intent) {
        BasicFileAttributes found;
        try {
            found = FileBytes.attributes(file);
        } catch (IOException e) {
            throw new HeapFormatException(
                    "heap file cannot be reached: heap=" + file + ", error=" + e
                            + "; check that this user may enter all folders above it",
                    e);
        }
        if (found != null) {
            if (!found.isRegularFile()) {
                throw new HeapFormatException("heap file must be a regular file: heap=" + file + ", found="
                        + (found.isSymbolicLink() ? "symbolic link" : found.isDirectory() ? "directory" : "device")
                        + "; name the file itself");
            }
        } else if (intent.opens()) {
            throw new HeapFormatException(
                    "heap file must exist: heap=" + file + "; create it with Heap.create or Heap.openOrCreate");
        } else if (file.getParent() == null || !Files.isDirectory(file.getParent())) {
            throw new HeapFormatException(
                    "folder of the heap file must exist: heap=" + file + "; create the folder first");
        }
    }

    // persist-order: [every byte of the file] < force < rename < force of the folder
    //   crash before the rename: no heap file, at most a stray temporary one, which the next creation removes
    //   crash after it: a whole heap file
    private static void create(Path file, long maxBytes, HeapOptions options) throws IOException {
        long max = maxBytes / ChunkLayout.PAGE_BYTES * ChunkLayout.PAGE_BYTES;
        int shift = ChunkLayout.firstChunkShift(max, options.reserve());
        long bytes = ChunkLayout.endOfChunk(shift, Math.max(1, options.reserve()) - 1, max);
        Path temporary = file.resolveSibling(file.getFileName() + ".jnvm-new");
        Superblock first = Superblock.first(UUID.randomUUID(), 1L << shift, bytes, max);
        try {
            Files.deleteIfExists(temporary); // of a creation that a crash cut short: we have the lock
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    FileBytes.ownerOnly(temporary))) {
                FileBytes.writeZeros(channel, 0, bytes, options.sparse());
                ByteBuffer state = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
                FileBytes.writeFully(
                        channel,
                        state.putLong(0, InteriorMapLayout.end(0, 1L << shift) >>> BlockLayout.BLOCK_SHIFT),
                        StateLayout.BUMP_OFFSET);
                for (int copy = 0; copy < 2; copy++) {
                    FileBytes.writeFully(channel, ByteBuffer.wrap(first.toBytes()), SuperblockLayout.copyOffset(copy));
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            FileBytes.force(file.getParent());
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw FileBytes.diskFull(file, bytes, e);
        }
    }

    private static HeapFile map(
            Path file,
            HeapLock lock,
            long maxBytes,
            HeapFile.Intent intent,
            HeapOptions options,
            SlowPath slow,
            HeapFile.Inspection inspection)
            throws IOException {
        FileLinkLock linkLock = FileLinkLock.take(file);
        FileChannel channel = linkLock.channel();
        DiskDomain disk = null;
        try (PendingWal pending = PendingWal.find(file, channel)) {
            DurabilityDomain domain = chooseDomain(file, channel, options, pending);
            checkInterval(file, domain, options);
            HeapState state = new HeapState(writeBack(file, domain), options.recorder(), options.checked());
            state.setHeap(file.toString());
            if (domain == DurabilityDomain.DISK) {
                disk = disk(file, state, options, pending);
                state.setBarriers(disk.barriers());
            }
            Superblocks superblocks = Superblocks.read(file, channel);
            Superblock found = superblocks.newest();
            boolean lostPower = lostPower(found, domain);
            if (lostPower || options.trust() != Trust.TRUSTED) {
                HeapState untouched = new HeapState(WriteBack.NONE, null, false);
                HeapFile asItIs = new HeapFile(
                        file,
                        lock,
                        found,
                        domain,
                        untouched,
                        slow,
                        FileChannel.MapMode.READ_ONLY,
                        options,
                        new MappedDurability(domain, untouched));
                asItIs.mapReadOnly(channel);
                inspect(asItIs, lostPower ? found : null, options, inspection);
            }
            Durability durability = disk == null
                    ? new MappedDurability(domain, state, intent == HeapFile.Intent.FINISH)
                    : new WalDurability(state, disk);
            HeapFile heap = new HeapFile(file, lock, found, domain, state, slow, mapMode(domain), options, durability);
            heap.mapToUse(linkLock, maxBytes, superblocks.bothSound());
            if (options.recorder() != null) {
                options.recorder().started(options.recorder().wantsImage() ? Files.readAllBytes(file) : new byte[0]);
            }
            linkLock.renew(); // readAllBytes, say, has dropped it
            return heap;
        } catch (IOException | RuntimeException | Error e) {
            try {
                if (disk != null) {
                    disk.close();
                }
            } finally {
                linkLock.close();
            }
            throw e;
        }
    }

    /**
     * Looks at a heap that is mapped.
     *
     * @param lost the superblock, if the heap was open when the machine went down, else null
     */
    static void inspect(HeapFile heap, @Nullable Superblock lost, HeapOptions options, HeapFile.Inspection inspection) {
        if (lost != null) {
            inspection.afterPowerLoss(heap, "boot=" + lost.bootId() + ", expected=" + BootId.current());
        }
        if (options.trust() != Trust.TRUSTED) {
            inspection.verify(heap);
        }
    }

    /** Opens a heap's disk, and checkpoints what a crash has left in the log. */
    // persist-order: [heap file] < force < [superblock: closed] < force (all in checkpoint) < [a new log] (in
    // DiskDomain.start)
    private static DiskDomain disk(Path file, HeapState state, HeapOptions options, PendingWal pending)
            throws IOException {
        DiskSettings settings = DiskSettings.of(file, options.asynchronous(), options.walBytes());
        BlockFile heapFile = new OsFile(file);
        try {
            if (pending != null) {
                pending.checkpoint(heapFile);
            }
            BlockFile[] log = WalFiles.open(file, settings.segmentBytes());
            return new DiskDomain(state, settings, heapFile, new WriteAheadLog(log[0], log[1]));
        } catch (IOException | RuntimeException | Error e) {
            heapFile.close();
            throw e;
        }
    }

    private static void checkInterval(Path file, DurabilityDomain domain, HeapOptions options) {
        if (options.asynchronous() != null && domain != DurabilityDomain.DISK) {
            throw new JnvmException(
                    "only domain DISK is asynchronous: heap=" + file + ", domain=" + domain + ", interval="
                            + options.asynchronous() + "; ask for domain(DISK), or leave asynchronous(...) out");
        }
    }

    private static FileChannel.MapMode mapMode(DurabilityDomain domain) {
        return switch (domain) {
            case DAX -> ExtendedMapMode.READ_WRITE_SYNC;
            case DISK -> FileChannel.MapMode.PRIVATE;
            case PAGE_CACHE, NVMM_EMULATED -> FileChannel.MapMode.READ_WRITE;
        };
    }

    private static DurabilityDomain chooseDomain(
            Path file, FileChannel channel, HeapOptions options, PendingWal pending) throws IOException {
        DurabilityDomain wanted = options.domain();
        if (pending != null) {
            if (wanted != null && wanted != DurabilityDomain.DISK) {
                throw new HeapFormatException("heap was not closed, and a part of it is in its write-ahead log: heap="
                        + file + ", domain asked for=" + wanted + ", expected=" + DurabilityDomain.DISK
                        + "; open it in that domain and close it, then in any other one");
            }
            return DurabilityDomain.DISK;
        }
        if (wanted == DurabilityDomain.DISK) {
            return wanted;
        }
        if (wanted == DurabilityDomain.PAGE_CACHE || wanted == DurabilityDomain.NVMM_EMULATED) {
            return wanted;
        }
        String problem = WriteBack.mappedForceIsSafe() ? null : "this JVM runs without C2, where JDK 24+ crashes";
        if (problem == null) {
            try {
                channel.map(ExtendedMapMode.READ_WRITE_SYNC, 0, ChunkLayout.PAGE_BYTES);
                return DurabilityDomain.DAX;
            } catch (IOException | UnsupportedOperationException e) {
                problem = e.getMessage(); // not on DAX
            } catch (NoClassDefFoundError e) {
                problem = "this Java runtime was made without the module jdk.nio.mapmode";
            }
        }
        if (wanted == DurabilityDomain.DAX) {
            throw new HeapFormatException("heap file must be on a DAX file system: heap=" + file + ", error=" + problem
                    + "; mount it with -o dax, or ask for " + DurabilityDomain.PAGE_CACHE);
        }
        return DurabilityDomain.PAGE_CACHE;
    }

    private static WriteBack writeBack(Path file, DurabilityDomain domain) {
        if (domain == DurabilityDomain.PAGE_CACHE) {
            return WriteBack.NONE;
        }
        if (domain == DurabilityDomain.DISK) {
            return WriteBack.MARK;
        }
        if (WriteBack.intrinsicsAvailable()) {
            return WriteBack.INTRINSIC;
        }
        if (domain == DurabilityDomain.DAX) {
            return WriteBack.FORCE;
        }
        throw new JnvmException("domain " + domain + " needs the JDK's write-back intrinsics: heap=" + file
                + ", access=" + FieldRegion.route() + "; start Java with " + WriteBack.FLAG
                + " (JDK 24 and later: with C2 on)");
    }

    /** Tells whether the heap was open when the machine went down, in a domain where any store may be missing. */
    static boolean lostPower(Superblock found, DurabilityDomain domain) {
        boolean otherBoot = !found.bootId().equals(BootId.current())
                && !found.bootId().equals(BootId.UNKNOWN)
                && !BootId.current().equals(BootId.UNKNOWN);
        return !found.clean() && otherBoot && domain != DurabilityDomain.DAX;
    }
}
