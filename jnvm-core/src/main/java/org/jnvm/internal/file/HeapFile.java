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
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
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
 * <p>No channel on the heap file stays open, so that an interrupted thread cannot close it under the others.
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
    private volatile MappedChunk[] chunks;
    private Superblock superblock;

    private HeapFile(
            Path path,
            HeapLock lock,
            Superblock superblock,
            DurabilityDomain domain,
            Mode mode,
            SlowPath slow,
            FileChannel.MapMode mapMode) {
        this.path = path;
        this.lock = lock;
        this.superblock = superblock;
        this.domain = domain;
        this.mode = mode;
        this.slow = slow;
        this.mapMode = mapMode;
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
     * @return the file, marked as in use
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
                    create(file, maxBytes);
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
    private static void create(Path file, long maxBytes) throws IOException {
        long max = maxBytes / PAGE_BYTES * PAGE_BYTES;
        int shift = ChunkLayout.firstChunkShift(max);
        long bytes = Math.min(1L << shift, max);
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
                true);
        try {
            Files.deleteIfExists(temporary); // of a creation that a crash cut short: we have the lock
            try (FileChannel channel = FileChannel.open(
                    temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly(temporary))) {
                writeZeros(channel, 0, bytes);
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
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            Superblock found = readSuperblock(file, channel);
            DurabilityDomain domain = chooseDomain(file, channel, options);
            Mode mode = new Mode(writeBack(file, domain), options.recorder());
            FileChannel.MapMode mapMode =
                    domain == DurabilityDomain.DAX ? ExtendedMapMode.READ_WRITE_SYNC : FileChannel.MapMode.READ_WRITE;
            if (lostPower(found, domain)) {
                HeapFile asItIs = new HeapFile(
                        file, lock, found, domain, new Mode(WriteBack.NONE, null), slow, FileChannel.MapMode.READ_ONLY);
                asItIs.mapChunks(channel, found.fileBytes());
                afterPowerLoss.decide(asItIs, "boot=" + found.bootId() + ", expected=" + BootId.current());
            }
            HeapFile heap = new HeapFile(file, lock, found, domain, mode, slow, mapMode);
            long max = Math.max(found.maxBytes(), maxBytes / PAGE_BYTES * PAGE_BYTES);
            long bytes = heap.extendLastChunk(channel, max);
            heap.mapChunks(channel, bytes);
            if (options.recorder() != null) {
                options.recorder().started(Files.readAllBytes(file));
            }
            heap.writeSuperblock(bytes, max, false);
            return heap;
        }
    }

    private static Superblock readSuperblock(Path file, FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < StateLayout.BLOCKS_OFFSET) {
            throw new HeapFormatException("not a heap file: heap=" + file + ", bytes=" + size + ", expected at least="
                    + StateLayout.BLOCKS_OFFSET + "; the file is " + (size == 0 ? "empty" : "truncated or foreign")
                    + ": restore it from a copy, or remove it to start a new heap");
        }
        Superblock best = null;
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
            } else if (best == null || read.sequence() > best.sequence()) {
                best = read;
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
        return best;
    }

    private static void checkSuperblock(Path file, Superblock found, long size) {
        if (found.fileBytes() > size) {
            throw new HeapFormatException("heap file truncated: heap=" + file + ", bytes=" + size + ", expected="
                    + found.fileBytes() + "; restore it from a copy");
        }
        int shift = Long.numberOfTrailingZeros(found.firstChunkBytes());
        boolean possible = found.version() == SuperblockLayout.FORMAT_VERSION
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
                    + ", expected version=" + SuperblockLayout.FORMAT_VERSION + ", block bytes="
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
        int last = ChunkLayout.chunkOf(firstChunkShift, bytes - 1);
        long end = Math.min(ChunkLayout.chunkStart(firstChunkShift, last + 1), max);
        if (end > bytes) {
            writeGrowth(channel, bytes, end);
        }
        return end;
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
        long bytes = superblock.fileBytes();
        if (bytes >= superblock.maxBytes()) {
            return null;
        }
        Object event = HeapEvents.growthStarts();
        MappedChunk[] old = chunks;
        long end = Math.min(ChunkLayout.chunkStart(firstChunkShift, old.length + 1), superblock.maxBytes());
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
            writeSuperblock(end, superblock.maxBytes(), false);
            HeapEvents.grown(event, path, bytes, end, superblock.maxBytes());
            return added;
        } catch (IOException e) {
            throw new JnvmException(
                    "heap file cannot grow: heap=" + path + ", bytes=" + bytes + ", wanted=" + end + ", error=" + e
                            + "; check the file and its disk",
                    e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Tells whether a chunk that is still to come, up to the maximum, could hold so many bytes in a row. */
    public synchronized boolean canGrowBy(long bytes) {
        long max = superblock.maxBytes();
        int chunk = chunks.length;
        for (long start = superblock.fileBytes(); start < max; chunk++) {
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

    private MappedChunk append(long bytes, long end) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            writeGrowth(channel, bytes, end);
            return MappedChunk.map(channel, mapMode, bytes, end, mode, slow);
        }
    }

    private void writeGrowth(FileChannel channel, long from, long to) throws IOException {
        try {
            writeZeros(channel, from, to);
            channel.force(true);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            channel.truncate(from);
            throw diskFull(path, to - from, e);
        }
    }

    private static void writeZeros(FileChannel channel, long from, long to) throws IOException {
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

    // persist-order: [the older copy, whole, with a higher sequence number and a checksum] < pfence
    //   torn: its checksum fails, the other copy stands, which says the same but for this change
    private void writeSuperblock(long fileBytes, long maxBytes, boolean clean) {
        superblock = superblock.next(fileBytes, maxBytes, clean);
        int copy = SuperblockLayout.copyOffset((int) (superblock.sequence() & 1));
        byte[] bytes = superblock.toBytes();
        chunks[0].storeBytes(copy, bytes, 0, bytes.length);
        chunks[0].pwb(copy, bytes.length);
        mode.pfence();
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
    public synchronized long maxBytes() {
        return superblock.maxBytes();
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

    /** Forces everything, marks the heap clean and gives up the lock; the mappings stay until unreachable. */
    // persist-order: [everything] < force < [clean mark] < force
    public synchronized void closeClean() {
        try (this) {
            force();
            writeSuperblock(superblock.fileBytes(), superblock.maxBytes(), true);
            chunks[0].force();
        }
    }

    /** Gives up the lock, and leaves the heap as after a crash. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new JnvmException("lock of the heap file cannot be released: heap=" + path, e);
        }
    }
}
