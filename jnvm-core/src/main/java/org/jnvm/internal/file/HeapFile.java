package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import jdk.nio.mapmode.ExtendedMapMode;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.Mode;
import org.jnvm.internal.memory.SlowPath;
import org.jnvm.internal.memory.WriteBack;

/**
 * A heap file that this process owns: its lock, its superblock, its mapped chunks, its growth.
 *
 * <p>The one channel on the heap file that stays open holds a lock and is not used for anything else, so that an
 * interrupted thread cannot close it under the others.
 */
public final class HeapFile implements AutoCloseable {
    /** Smallest heap. */
    public static final long MIN_BYTES = 1L << ChunkLayout.MIN_CHUNK_SHIFT;

    private static final int ZEROS_BYTES = 1 << 20;
    private static final int PAGE_BYTES = 4096;

    private final Path path;
    private final HeapLock lock;
    private final DurabilityDomain domain;
    private final Mode mode;
    private final SlowPath slow;
    private final FileChannel.MapMode mapMode;
    private final int firstChunkShift;
    private final boolean sparse;
    private volatile MappedChunk[] chunks;
    /** What the file system calls the file, or null: by it a file that was put in its place is told. */
    private Object fileKey;
    /** The superblock as it is in the file. */
    private Superblock superblock;
    /** What the heap may grow to; in the superblock once the heap is in use. */
    private long maxBytes;

    private FileLinkLock linkLock;
    private boolean inUse;
    /** The free map of the last close, until it is given up; null if there is none that can be trusted. */
    private FreeMapBytes freeMap;

    private HeapFile(
            Path path,
            HeapLock lock,
            Superblock superblock,
            DurabilityDomain domain,
            Mode mode,
            SlowPath slow,
            FileChannel.MapMode mapMode,
            boolean sparse) {
        this.path = path;
        this.lock = lock;
        this.superblock = superblock;
        this.domain = domain;
        this.mode = mode;
        this.slow = slow;
        this.mapMode = mapMode;
        this.sparse = sparse;
        this.firstChunkShift = Long.numberOfTrailingZeros(superblock.firstChunkBytes());
        this.chunks = new MappedChunk[0];
    }

    /** Looks at a heap that was open when the machine went down, in a domain where any store may be missing. */
    @FunctionalInterface
    public interface AfterPowerLoss {
        /**
         * Decides whether the heap may be opened.
         *
         * @param heap the file, mapped, not to be written to or kept
         * @param facts the boots, for the message
         * @throws HeapFormatException if it may not
         */
        void decide(HeapFile heap, String facts);
    }

    /** What {@link #open} does where there is no file, or where there is one. */
    public enum Intent {
        /** The file must exist. */
        OPEN,
        /** The file must not exist. */
        CREATE,
        /** Either. */
        OPEN_OR_CREATE
    }

    /**
     * Opens or creates a heap file as {@link #open(Path, long, Intent, HeapOptions, SlowPath, AfterPowerLoss)} does, and
     * refuses one that was open when the machine went down.
     */
    public static HeapFile open(Path path, long maxBytes, Intent intent, HeapOptions options, SlowPath slow) {
        return open(path, maxBytes, intent, options, slow, (heap, facts) -> {
            throw new HeapFormatException("heap was open when the machine went down: heap=" + heap.path() + ", " + facts
                    + "; open it as a heap, which checks it");
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
     * @param afterPowerLoss decides on a heap that was open when the machine went down
     * @return the file; its superblock is as it was, until {@link #markInUse}
     */
    public static HeapFile open(
            Path path,
            long maxBytes,
            Intent intent,
            HeapOptions options,
            SlowPath slow,
            AfterPowerLoss afterPowerLoss) {
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
                } else if (intent == Intent.CREATE) {
                    throw new HeapFormatException(
                            "heap file must not exist yet: heap=" + file + "; open it instead, or remove it");
                }
                lock.registerHeap();
                return map(file, lock, maxBytes, options, slow, afterPowerLoss);
            } catch (IOException | RuntimeException | Error e) {
                if (created) {
                    Files.deleteIfExists(file);
                }
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new HeapFormatException(
                    "heap file cannot be opened: heap=" + file + ", error=" + e
                            + "; check that it can be read and written by this user, and its folder too",
                    e);
        }
    }

    private static void checkMaxBytes(long maxBytes, Intent intent) {
        boolean unset = maxBytes == 0 && intent == Intent.OPEN;
        if (!unset && maxBytes < MIN_BYTES || maxBytes > 1L << 48) {
            throw new IllegalArgumentException("a heap has from " + MIN_BYTES + " bytes to 2^48: size=" + maxBytes);
        }
    }

    private static void checkPath(Path file, Intent intent) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new HeapFormatException("heap file must be a regular file: heap=" + file + ", found="
                        + (Files.isSymbolicLink(file)
                                ? "symbolic link"
                                : Files.isDirectory(file) ? "directory" : "device")
                        + "; name the file itself");
            }
        } else if (!Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new HeapFormatException("heap file cannot be reached: heap=" + file
                    + "; check that this user may enter all folders above it");
        } else if (intent == Intent.OPEN) {
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
        long max = maxBytes / PAGE_BYTES * PAGE_BYTES;
        int shift = ChunkLayout.firstChunkShift(max);
        long bytes = endOfChunk(shift, Math.max(1, options.reservedBytes()) - 1, max);
        Path temporary = file.resolveSibling(file.getFileName() + ".jnvm-new");
        Superblock first = new Superblock(
                SuperblockLayout.FORMAT_VERSION,
                BlockLayout.BLOCK_BYTES,
                UUID.randomUUID(),
                1,
                1L << shift,
                bytes,
                max,
                BootId.current(),
                ProcessHandle.current().pid(),
                true,
                FreeMapRef.NONE);
        try {
            Files.deleteIfExists(temporary); // of a creation that a crash cut short: we have the lock
            try (FileChannel channel = FileChannel.open(
                    temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly(temporary))) {
                writeZeros(channel, 0, bytes, options.isSparse());
                ByteBuffer state = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
                writeFully(channel, state.putLong(0, StateLayout.FIRST_BLOCK), StateLayout.BUMP_OFFSET);
                for (int copy = 0; copy < 2; copy++) {
                    writeFully(channel, ByteBuffer.wrap(first.toBytes()), SuperblockLayout.copyOffset(copy));
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
                folder.force(true);
            }
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw diskFull(file, bytes, e);
        }
    }

    private static HeapFile map(
            Path file, HeapLock lock, long maxBytes, HeapOptions options, SlowPath slow, AfterPowerLoss afterPowerLoss)
            throws IOException {
        FileLinkLock linkLock = FileLinkLock.take(file);
        FileChannel channel = linkLock.channel();
        try {
            Superblocks superblocks = readSuperblock(file, channel);
            Superblock found = superblocks.newest();
            DurabilityDomain domain = chooseDomain(file, channel, options);
            Mode mode = new Mode(writeBack(file, domain), options.recorder(), options.isChecked());
            mode.setHeap(file.toString());
            FileChannel.MapMode mapMode =
                    domain == DurabilityDomain.DAX ? ExtendedMapMode.READ_WRITE_SYNC : FileChannel.MapMode.READ_WRITE;
            if (lostPower(found, domain)) {
                HeapFile asItIs = new HeapFile(
                        file,
                        lock,
                        found,
                        domain,
                        new Mode(WriteBack.NONE, null, false),
                        slow,
                        FileChannel.MapMode.READ_ONLY,
                        false);
                asItIs.mapChunks(channel, found.fileBytes());
                afterPowerLoss.decide(asItIs, "boot=" + found.bootId() + ", expected=" + BootId.current());
            }
            HeapFile heap = new HeapFile(file, lock, found, domain, mode, slow, mapMode, options.isSparse());
            heap.fileKey = fileKey(file);
            heap.maxBytes = Math.max(found.maxBytes(), maxBytes / PAGE_BYTES * PAGE_BYTES);
            heap.findFreeMap(channel, superblocks.bothSound());
            long bytes = heap.extendLastChunk(channel, heap.maxBytes);
            heap.mapChunks(channel, bytes);
            if (options.recorder() != null) {
                options.recorder().started(Files.readAllBytes(file));
            }
            heap.linkLock = linkLock;
            linkLock.renew(); // readAllBytes, say, has dropped it
            return heap;
        } catch (IOException | RuntimeException | Error e) {
            linkLock.close();
            throw e;
        }
    }

    /**
     * Maps the free map if the heap was closed and left one. It counts only if both copies of the superblock are sound:
     * if one is not, the other may be older than the last time the heap was in use.
     */
    private void findFreeMap(FileChannel channel, boolean bothSound) throws IOException {
        FreeMapRef ref = superblock.freeMap();
        if (superblock.clean()
                && bothSound
                && ref.bytes() > 0
                && ref.bytes() % PAGE_BYTES == 0
                && ref.bytes() <= channel.size() - superblock.fileBytes()) {
            freeMap = FreeMapBytes.map(channel, superblock.fileBytes(), ref);
        }
    }

    /** What was read of the superblock: the copy that counts, and whether the other one is sound, too. */
    private record Superblocks(Superblock newest, boolean bothSound) {}

    private static Superblocks readSuperblock(Path file, FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < StateLayout.BLOCKS_OFFSET) {
            throw new HeapFormatException("not a heap file: heap=" + file + ", bytes=" + size + ", expected at least="
                    + StateLayout.BLOCKS_OFFSET + "; the file is " + (size == 0 ? "empty" : "truncated or foreign")
                    + ": restore it from a copy, or remove it to start a new heap");
        }
        Superblock best = null;
        int sound = 0;
        int newest = 0;
        boolean certainlyNewer = false;
        ByteBuffer bytes = ByteBuffer.allocate(SuperblockLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        String problem = null;
        for (int copy = 0; copy < 2; copy++) {
            bytes.clear();
            readFully(channel, bytes, SuperblockLayout.copyOffset(copy));
            long magic = bytes.getLong(SuperblockLayout.MAGIC_OFFSET);
            int version = bytes.getInt(SuperblockLayout.VERSION_OFFSET);
            if (magic != SuperblockLayout.MAGIC) {
                problem = problem != null
                        ? problem
                        : "not a heap file: heap=" + file + ", magic=0x"
                                + Long.toHexString(magic) + ", expected=0x" + Long.toHexString(SuperblockLayout.MAGIC)
                                + "; name the right file, or remove it to start a new heap";
                continue;
            }
            Superblock read = Superblock.fromBytes(bytes);
            if (version > SuperblockLayout.FORMAT_VERSION) {
                newest = Math.max(newest, version);
                certainlyNewer |= read != null; // else damage, or a checksum of another kind
            } else if (read == null) {
                problem = "superblock damaged: heap=" + file + ", copy=" + copy
                        + ", checksum does not hold in either copy; restore the file from a copy";
            } else {
                sound++;
                best = best == null || read.sequence() > best.sequence() ? read : best;
            }
        }
        if (newest > 0 && (best == null || certainlyNewer)) {
            throw new HeapFormatException("heap format too new: heap=" + file + ", version=" + newest + ", supported="
                    + SuperblockLayout.FORMAT_VERSION + "; open it with a newer J-NVM");
        }
        if (best == null) {
            throw new HeapFormatException(problem);
        }
        checkSuperblock(file, best, size);
        return new Superblocks(best, sound == 2);
    }

    private static void checkSuperblock(Path file, Superblock found, long size) {
        if (found.fileBytes() > size) {
            throw new HeapFormatException("heap file truncated: heap=" + file + ", bytes=" + size + ", expected="
                    + found.fileBytes() + "; restore it from a copy");
        }
        int shift = Long.numberOfTrailingZeros(found.firstChunkBytes());
        boolean possible = found.version() >= SuperblockLayout.OLDEST_VERSION
                && found.version() <= SuperblockLayout.FORMAT_VERSION
                && found.blockBytes() == BlockLayout.BLOCK_BYTES
                && Long.bitCount(found.firstChunkBytes()) == 1
                && shift >= ChunkLayout.MIN_CHUNK_SHIFT
                && shift <= ChunkLayout.MAX_CHUNK_SHIFT
                && found.fileBytes() >= MIN_BYTES
                && found.fileBytes() % PAGE_BYTES == 0
                && found.maxBytes() >= found.fileBytes()
                && found.maxBytes() % PAGE_BYTES == 0
                && found.maxBytes() <= 1L << 48;
        if (!possible) {
            throw new HeapFormatException("superblock impossible: heap=" + file + ", found=" + found
                    + ", expected version=" + SuperblockLayout.OLDEST_VERSION + ".."
                    + SuperblockLayout.FORMAT_VERSION + ", block bytes="
                    + BlockLayout.BLOCK_BYTES + "; restore the file from a copy");
        }
    }

    private static DurabilityDomain chooseDomain(Path file, FileChannel channel, HeapOptions options)
            throws IOException {
        DurabilityDomain wanted = options.domain();
        if (wanted == DurabilityDomain.PAGE_CACHE || wanted == DurabilityDomain.NVMM_EMULATED) {
            return wanted;
        }
        String problem = WriteBack.mappedForceIsSafe() ? null : "this JVM runs without C2, where JDK 24+ crashes";
        if (problem == null) {
            try {
                channel.map(ExtendedMapMode.READ_WRITE_SYNC, 0, PAGE_BYTES);
                return DurabilityDomain.DAX;
            } catch (IOException | UnsupportedOperationException e) {
                problem = e.getMessage(); // not on DAX
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
    private static boolean lostPower(Superblock found, DurabilityDomain domain) {
        boolean otherBoot = !found.bootId().equals(BootId.current())
                && !found.bootId().equals(BootId.UNKNOWN)
                && !BootId.current().equals(BootId.UNKNOWN);
        return !found.clean() && otherBoot && domain != DurabilityDomain.DAX;
    }

    /** Brings a file that ended at its old maximum, within a chunk, to the end of that chunk or the new maximum. */
    private long extendLastChunk(FileChannel channel, long max) throws IOException {
        long bytes = superblock.fileBytes();
        long end = endOfChunk(firstChunkShift, bytes - 1, max);
        if (end > bytes) {
            writeGrowth(channel, bytes, end);
        }
        return end;
    }

    /** Returns the end of the chunk that holds an offset, in a heap of a maximum. */
    private static long endOfChunk(int firstChunkShift, long offset, long max) {
        int chunk = ChunkLayout.chunkOf(firstChunkShift, Math.min(offset, max - 1));
        return Math.min(ChunkLayout.chunkStart(firstChunkShift, chunk + 1), max);
    }

    private void mapChunks(FileChannel channel, long bytes) throws IOException {
        int count = ChunkLayout.chunkOf(firstChunkShift, bytes - 1) + 1;
        MappedChunk[] mapped = new MappedChunk[count];
        for (int chunk = 0; chunk < count; chunk++) {
            long start = ChunkLayout.chunkStart(firstChunkShift, chunk);
            long end = Math.min(ChunkLayout.chunkStart(firstChunkShift, chunk + 1), bytes);
            mapped[chunk] = MappedChunk.map(channel, mapMode, start, end, mode, slow);
        }
        chunks = mapped;
    }

    /**
     * Appends and maps the next chunk.
     *
     * @return the new chunk, or null if the heap has its maximum
     * @throws HeapFullException if the disk is full
     */
    // persist-order: [zeros in the file] < force < [superblock.fileBytes] < pfence
    //   crash before the superblock: the file is longer than it says; the next growth writes the zeros again
    public synchronized MappedChunk grow() {
        markInUse();
        long bytes = superblock.fileBytes();
        if (bytes >= maxBytes) {
            return null;
        }
        Object event = HeapEvents.growthStarts();
        MappedChunk[] old = chunks;
        long end = Math.min(ChunkLayout.chunkStart(firstChunkShift, old.length + 1), maxBytes);
        boolean interrupted = false;
        try {
            MappedChunk added = null;
            while (added == null) {
                try {
                    added = append(bytes, end);
                } catch (ClosedByInterruptException e) { // the program's business, not the heap's
                    interrupted |= Thread.interrupted();
                }
            }
            MappedChunk[] grown = java.util.Arrays.copyOf(old, old.length + 1);
            grown[old.length] = added;
            chunks = grown;
            writeSuperblock(superblock.inUse(end, maxBytes));
            HeapEvents.grown(event, path, bytes, end, maxBytes);
            return added;
        } catch (IOException e) {
            throw mode.poison("growth of the heap file from bytes=" + bytes + " to " + end, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Makes the heap grow until its file has a size, or its maximum.
     *
     * @param bytes the bytes whose space is to be written
     * @throws HeapFullException if the disk is full
     */
    public void reserve(long bytes) {
        while (bytes() < bytes && grow() != null) {
            // chunk by chunk
        }
    }

    /** Tells whether a chunk that is still to come, up to the maximum, could hold so many bytes in a row. */
    public synchronized boolean canGrowBy(long bytes) {
        long max = maxBytes;
        int chunk = chunks.length;
        for (long start = bytes(); start < max; chunk++) {
            long end = Math.min(ChunkLayout.chunkStart(firstChunkShift, chunk + 1), max);
            if (end - start >= bytes) {
                return true;
            }
            if (chunk > ChunkLayout.MAX_CHUNK_SHIFT - firstChunkShift) {
                return false; // all chunks from here have the same size, the last one maybe less
            }
            start = end;
        }
        return false;
    }

    private static Object fileKey(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /** Opens the file once more, by its name: the channel that mapped it is closed. */
    private FileChannel reopen() throws IOException {
        FileChannel channel = FileChannel.open(
                path, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        try {
            if (!Objects.equals(fileKey, fileKey(path))) {
                throw new IOException("another file is in the place of the heap file");
            }
            if (channel.size() < bytes()) {
                throw new IOException("heap file was truncated: bytes=" + channel.size() + ", expected=" + bytes());
            }
            return channel;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private MappedChunk append(long bytes, long end) throws IOException {
        try (FileChannel channel = reopen()) {
            writeGrowth(channel, bytes, end);
            return MappedChunk.map(channel, mapMode, bytes, end, mode, slow);
        } finally {
            linkLock.renew();
        }
    }

    private void writeGrowth(FileChannel channel, long from, long to) throws IOException {
        if (freeMap != null) {
            freeMap.detach(); // it lies where the zeros go
        }
        try {
            if (sparse) {
                channel.truncate(from);
            }
            writeZeros(channel, from, to, sparse);
            channel.force(true);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            channel.truncate(from);
            throw diskFull(path, to - from, e);
        }
    }

    private static void writeZeros(FileChannel channel, long from, long to, boolean hole) throws IOException {
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

    private static void writeFully(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        for (long at = offset; bytes.hasRemaining(); ) {
            at += channel.write(bytes, at);
        }
    }

    private static void readFully(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, offset + bytes.position()) < 0) {
                throw new IOException("file ended while it was read, at byte " + (offset + bytes.position()));
            }
        }
    }

    /** Tells a full disk, quota or file-size limit from other errors. */
    private static IOException diskFull(Path file, long bytes, IOException e) throws IOException {
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
    static FileAttribute<?>[] ownerOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * Marks the heap as in use, once: from here on its bytes may change, and the free map of the last close does not
     * count any more. A heap that is refused before keeps its superblock.
     */
    // persist-order: [superblock: in use, no free map] < force < the first store to anything else
    //   crash before: the heap is still as it was closed. Without the force, a power loss could keep a later store and
    //   lose the mark: the heap would be taken for closed, and its free map for right.
    //   A heap of version 1 gets both copies: an older J-NVM would take a copy of version 1 for the newest.
    public synchronized void markInUse() {
        if (inUse) {
            return;
        }
        boolean first = superblock.version() < SuperblockLayout.FORMAT_VERSION;
        for (int copy = first ? 0 : 1; copy < 2; copy++) {
            writeSuperblock(superblock.inUse(bytes(), maxBytes));
            forceSuperblock();
        }
        inUse = true;
    }

    // persist-order: [the older copy, whole, with a higher sequence number and a checksum] < pfence
    //   torn: its checksum fails, the other copy stands, which says the same but for this change
    private void writeSuperblock(Superblock next) {
        superblock = next;
        int copy = SuperblockLayout.copyOffset((int) (superblock.sequence() & 1));
        byte[] bytes = superblock.toBytes();
        chunks[0].storeBytes(copy, bytes, 0, bytes.length);
        chunks[0].pwb(copy, bytes.length);
        mode.pfence();
    }

    /** Forces both copies of the superblock; in domain {@code DAX} the fence did that. */
    private void forceSuperblock() {
        if (domain != DurabilityDomain.DAX) {
            chunks[0].force(0, SuperblockLayout.copyOffset(1) + SuperblockLayout.BYTES);
        }
    }

    /** Returns the free map of the last close, or null if there is none that can be trusted. */
    public FreeMapBytes freeMap() {
        return freeMap;
    }

    /** Tells whether the heap was closed when it was opened. */
    public boolean wasClean() {
        return !inUse && superblock.clean();
    }

    /** Returns the chunk that holds a heap offset, which must be below {@link #bytes()}. */
    public MappedChunk chunkOf(long offset) {
        return chunks[ChunkLayout.chunkOf(firstChunkShift, offset)];
    }

    /** Returns how many chunks are mapped. */
    public int chunkCount() {
        return chunks.length;
    }

    /** Returns the heap offset of a native address in one of the chunks. */
    public long offsetOfAddress(long address) {
        // the last chunks first: as chunks double, most of a heap lies there
        MappedChunk[] mapped = chunks;
        for (int chunk = mapped.length - 1; chunk >= 0; chunk--) {
            if (mapped[chunk].holdsAddress(address)) {
                return mapped[chunk].offsetOfAddress(address);
            }
        }
        throw new AssertionError("address in no chunk");
    }

    /** Tells whether {@code offset} is the start of a block of the block area. */
    public boolean isBlock(long offset) {
        return offset >= StateLayout.BLOCKS_OFFSET
                && offset < chunks[chunks.length - 1].end()
                && (offset & BlockLayout.BLOCK_MASK) == 0;
    }

    /** Returns the bytes of the file that are mapped. */
    public long bytes() {
        return chunks[chunks.length - 1].end();
    }

    /** Returns what the heap may grow to. */
    public long maxBytes() {
        return maxBytes;
    }

    /** Returns the file. */
    public Path path() {
        return path;
    }

    /** Returns the domain. */
    public DurabilityDomain domain() {
        return domain;
    }

    /** Returns the heap's mode. */
    public Mode mode() {
        return mode;
    }

    /** Forces all chunks to the device. */
    public void force() {
        for (MappedChunk chunk : chunks) {
            chunk.force();
        }
    }

    /** Forces everything, marks the heap clean and gives up the lock; the next opening runs the recovery pass. */
    public void closeClean() {
        closeClean(null);
    }

    /**
     * Forces everything, leaves a free map, marks the heap clean and gives up the lock; the mappings stay until
     * unreachable.
     *
     * @param map the free map, or null for none
     * @return whether the map was written: a full disk is no error
     */
    // persist-order: [everything] < force < [free map] < force < [superblock: clean, where the map is] < force
    //   crash before the last force: in use, the next opening runs the recovery pass
    //   crash after it: the map is whole, and agrees with a heap that nobody changes any more
    public synchronized boolean closeClean(FreeMapImage map) {
        try (this) {
            requireWhole();
            markInUse(); // else a superblock that says clean might be older than the heap
            force();
            boolean written = map != null && writeFreeMap(map);
            writeSuperblock(superblock.closed(written ? map.ref() : FreeMapRef.NONE));
            chunks[0].force();
            return written;
        }
    }

    /** Poisons the heap if its file was truncated: what was stored behind its end is nowhere. */
    private void requireWhole() {
        long size;
        try {
            if (!Objects.equals(fileKey, fileKey(path))) {
                return; // it was moved; the mappings are what counts
            }
            size = Files.size(path);
        } catch (IOException e) {
            return; // the same
        }
        if (size < bytes()) {
            IOException cause = new IOException("bytes=" + size + ", expected=" + bytes());
            throw mode.poison("heap file was truncated while it was open", cause);
        }
    }

    private boolean writeFreeMap(FreeMapImage map) {
        boolean interrupted = false;
        try {
            while (true) {
                try (FileChannel channel = reopen()) {
                    writeFreeMap(channel, map);
                    return true;
                } catch (ClosedByInterruptException e) { // the program's business, not the heap's
                    interrupted |= Thread.interrupted();
                } catch (IOException e) {
                    return false; // the disk is full, say: the next opening runs the recovery pass
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void writeFreeMap(FileChannel channel, FreeMapImage map) throws IOException {
        long start = superblock.fileBytes();
        long[] at = {start};
        try {
            map.writeTo(bytes -> {
                int length = bytes.remaining();
                writeFully(channel, bytes, at[0]);
                at[0] += length;
            });
            channel.truncate(at[0]); // of a longer map from before
            channel.force(true);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            channel.truncate(start);
            throw e;
        }
    }

    /** Gives up the lock, and leaves the heap as after a crash. */
    @Override
    public void close() {
        try {
            linkLock.close();
            lock.close();
        } catch (IOException e) {
            throw new JnvmException("lock of the heap file cannot be released: heap=" + path, e);
        }
    }
}
