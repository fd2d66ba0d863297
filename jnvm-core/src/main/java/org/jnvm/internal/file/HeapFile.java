package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.SuperblockInfo;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.layout.WalLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.SlowPath;
import org.jnvm.internal.wal.DiskDomain;

/**
 * A heap file that this process owns: its lock, its superblock, its mapped chunks, its growth.
 *
 * <p>The one channel on the heap file that stays open holds a lock and is not used for anything else, so that an
 * interrupted thread cannot close it under the others.
 */
public final class HeapFile implements AutoCloseable {
    /** Smallest heap. */
    public static final long MIN_BYTES = 1L << ChunkLayout.MIN_CHUNK_SHIFT;

    /** What the bytes of a heap file are a multiple of. */
    static final int PAGE_BYTES = 4096;

    private final Path path;
    private final HeapLock lock;
    private final DurabilityDomain domain;
    private final HeapState state;
    private final SlowPath slow;
    private final FileChannel.MapMode mapMode;
    private final int firstChunkShift;
    private final boolean sparse;
    /** What writes the file in domain DISK; null in others. */
    private final DiskDomain disk;

    private volatile MappedChunk[] chunks;
    /** The files that must stay where they are while the heap is open: the heap file, then those of the area. */
    private List<FileIdentity> files = List.of();

    /** The superblock as it is in the file. */
    private Superblock superblock;
    /** What the heap may grow to; in the superblock once the heap is in use. */
    private long maxBytes;

    private FileLinkLock linkLock;
    private boolean inUse;
    /** Whether a copy of the superblock is to be mended. */
    private boolean copyDamaged;
    /** The free map of the last close, until it is given up; null if there is none that can be trusted. */
    private FreeMapBytes freeMap;

    /** Knows the file; nothing is mapped yet. */
    HeapFile(
            Path path,
            HeapLock lock,
            Superblock superblock,
            DurabilityDomain domain,
            HeapState state,
            SlowPath slow,
            FileChannel.MapMode mapMode,
            boolean sparse,
            DiskDomain disk) {
        this.path = path;
        this.lock = lock;
        this.superblock = superblock;
        this.domain = domain;
        this.state = state;
        this.slow = slow;
        this.mapMode = mapMode;
        this.sparse = sparse;
        this.disk = disk;
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
        return FileOpening.open(path, maxBytes, intent, options, slow, afterPowerLoss);
    }

    /**
     * Opens a heap file that exists, to be looked at: no byte of it is ever changed.
     *
     * @param path the file
     * @param privately whether what is stored is to go to memory of this process, which needs a file that may be
     *     written, though it is not; see {@link #isPrivate}
     * @return the file; it must not grow, nor be closed as clean
     */
    public static HeapFile look(Path path, boolean privately) {
        return FileOpening.look(path, privately);
    }

    /**
     * Reads the superblock of a heap file, also of one that another process has open.
     *
     * @param path the file
     * @return what it says
     * @throws HeapFormatException if it is no heap, or cannot be read
     */
    public static SuperblockInfo facts(Path path) {
        return FileOpening.facts(path);
    }

    /**
     * Returns the durability domain that a heap that is looked at has unless a program asks for another one, null if this
     * user may not write the file. Nothing is written.
     */
    public DurabilityDomain domainByDefault() {
        try {
            return FileOpening.domainByDefault(path);
        } finally {
            renewLink(); // closing a channel has dropped it
        }
    }

    private void renewLink() {
        try {
            linkLock.renew();
        } catch (IOException e) {
            throw new JnvmException("lock of the heap file cannot be renewed: heap=" + path, e);
        }
    }

    /**
     * Tells whether what is stored goes to memory of this process; so it is, where possible, of a heap that is looked at
     * and has redo logs. Else nothing may be stored to a heap that is looked at.
     */
    public boolean isPrivate() {
        return mapMode == FileChannel.MapMode.PRIVATE;
    }

    /** Maps the file as it is, to be looked at only. */
    void mapToLook(FileChannel channel) throws IOException {
        mapChunks(channel, superblock.fileBytes());
    }

    /** Maps the file as it is, under a lock that {@link #close} gives up. */
    void mapToLook(FileLinkLock ownLink, FileChannel channel) throws IOException {
        linkLock = ownLink;
        maxBytes = superblock.maxBytes();
        mapToLook(channel);
    }

    /**
     * Maps the file, to be used: what opening it does last.
     *
     * @param ownLink the lock on the file itself
     * @param wantedBytes what the heap may grow to, if that is more than the file says
     * @param bothSound whether both copies of the superblock are sound
     */
    void mapToUse(FileLinkLock ownLink, long wantedBytes, boolean bothSound) throws IOException {
        linkLock = ownLink;
        files = identities();
        maxBytes = Math.max(superblock.maxBytes(), wantedBytes / PAGE_BYTES * PAGE_BYTES);
        copyDamaged = !bothSound;
        findFreeMap(ownLink.channel(), bothSound);
        mapChunks(ownLink.channel(), extendLastChunk(ownLink.channel(), maxBytes));
        if (disk != null) {
            ownLink.channel().force(true); // the home of what follows, maybe written in another domain
            disk.start(new ChunkSnapshots(this), superblock.heapId(), this::markInUse, this::requireFiles);
        }
    }

    private List<FileIdentity> identities() throws IOException {
        List<FileIdentity> found = new ArrayList<>();
        found.add(FileIdentity.of(path));
        if (disk != null) {
            for (Path area : WalFiles.paths(path)) {
                found.add(FileIdentity.of(area));
            }
        }
        return found;
    }

    /**
     * Looks whether the files are those that were opened, where they were, and not truncated.
     *
     * @throws org.jnvm.HeapPoisonedException if not, or if that cannot be told
     */
    public void requireFiles() {
        try {
            for (int i = 0; i < files.size(); i++) {
                files.get(i).require(i == 0 ? bytes() : WalLayout.BATCHES_OFFSET);
            }
        } catch (IOException e) {
            throw state.poison("look at the files of the heap", e);
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
            if (state.is(HeapState.RECORDING) && state.recorder().observesLoads()) {
                state.recorder().loading(superblock.fileBytes(), (int) ref.bytes()); // later loads are not told
            }
            freeMap = FreeMapBytes.map(channel, superblock.fileBytes(), ref);
        }
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
    static long endOfChunk(int firstChunkShift, long offset, long max) {
        int chunk = ChunkLayout.chunkOf(firstChunkShift, Math.min(offset, max - 1));
        return Math.min(ChunkLayout.chunkStart(firstChunkShift, chunk + 1), max);
    }

    private void mapChunks(FileChannel channel, long bytes) throws IOException {
        int count = ChunkLayout.chunkOf(firstChunkShift, bytes - 1) + 1;
        MappedChunk[] mapped = new MappedChunk[count];
        for (int chunk = 0; chunk < count; chunk++) {
            long start = ChunkLayout.chunkStart(firstChunkShift, chunk);
            long end = Math.min(ChunkLayout.chunkStart(firstChunkShift, chunk + 1), bytes);
            mapped[chunk] = MappedChunk.map(channel, mapMode, start, end, state, slow);
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
        try {
            MappedChunk added = Undisturbed.call(() -> append(bytes, end));
            MappedChunk[] grown = java.util.Arrays.copyOf(old, old.length + 1);
            grown[old.length] = added;
            chunks = grown;
            writeSuperblock(superblock.inUse(end, maxBytes, areaId()));
            HeapEvents.grown(event, path, bytes, end, maxBytes);
            return added;
        } catch (IOException e) {
            throw state.poison("growth of the heap file from bytes=" + bytes + " to " + end, e);
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

    /** Opens the file once more, by its name: the channel that mapped it is closed. */
    private FileChannel reopen() throws IOException {
        FileChannel channel = FileChannel.open(
                path, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        try {
            files.get(0).require(bytes());
            return channel;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private MappedChunk append(long bytes, long end) throws IOException {
        try (FileChannel channel = reopen()) {
            writeGrowth(channel, bytes, end);
            return MappedChunk.map(channel, mapMode, bytes, end, state, slow);
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
            FileBytes.writeZeros(channel, from, to, sparse);
            if (isRecorded()) {
                state.recorder().stored(from, new byte[(int) (to - from)]);
            }
            force(channel, from, to);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            channel.truncate(from);
            throw FileBytes.diskFull(path, to - from, e);
        }
    }

    private void force(FileChannel channel, long from, long to) throws IOException {
        channel.force(true);
        if (isRecorded()) {
            state.recorder().forced(from, to - from);
        }
    }

    /** Tells whether a recorder hears of what is written: not before the file is mapped. */
    private boolean isRecorded() {
        return state.is(HeapState.RECORDING) && chunks.length > 0;
    }

    /**
     * Marks the heap as in use, once: from here on its bytes may change, and the free map of the last close does not
     * count any more. A heap that is refused before keeps its superblock.
     */
    // persist-order: [superblock: in use, no free map] < force < the first store to anything else
    //   crash before: the heap is still as it was closed. Without the force, a power loss could keep a later store and
    //   lose the mark: the heap would be taken for closed, and its free map for right.
    //   A heap with a damaged copy gets both: which of them comes first follows from the sequence number, damaged or
    // not.
    //   So does one in domain DISK: if the only copy in use were damaged later, the other would say closed, and hide
    // the
    //   area.
    public synchronized void markInUse() {
        if (inUse) {
            return;
        }
        boolean both = copyDamaged || disk != null;
        if (disk != null) {
            disk.beginHome();
        }
        for (int copy = both ? 0 : 1; copy < 2; copy++) {
            Superblock next = superblock.inUse(bytes(), maxBytes, areaId());
            if (disk == null) {
                writeSuperblock(next);
                forceSuperblock();
            } else {
                writeSuperblockHome(next);
            }
        }
        inUse = true;
        if (disk != null) {
            disk.registered();
        }
    }

    // persist-order: [the older copy, whole, with a higher sequence number and a checksum] < pfence
    //   torn: its checksum fails, the other copy stands, which says the same but for this change
    private void writeSuperblock(Superblock next) {
        superblock = next;
        int copy = SuperblockLayout.copyOffset((int) (superblock.sequence() & 1));
        byte[] bytes = superblock.toBytes();
        chunks[0].storeBytes(copy, bytes, 0, bytes.length);
        chunks[0].pwb(copy, bytes.length);
        state.pfence();
    }

    /** Writes the superblock to the file itself: one that says where the rest is, or that all is there. */
    // persist-order: [the older copy, whole] < force < whatever follows
    //   In use: the area is empty, so nothing of it is brought home over this. Closed: all is home, and nothing
    // follows.
    private void writeSuperblockHome(Superblock next) {
        superblock = next;
        int copy = SuperblockLayout.copyOffset((int) (superblock.sequence() & 1));
        byte[] bytes = superblock.toBytes();
        chunks[0].storeBytes(copy, bytes, 0, bytes.length);
        disk.writeHome(bytes, copy);
    }

    private UUID areaId() {
        return disk == null ? Superblock.NO_AREA : disk.areaId();
    }

    /** Returns what writes the file in domain {@code DISK}, null in others. */
    public DiskDomain disk() {
        return disk;
    }

    /** Returns the mapped chunks. */
    MappedChunk[] chunks() {
        return chunks;
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

    /** Returns what the superblock says, as it was found. */
    public SuperblockInfo facts() {
        return superblock.facts();
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

    /** Returns the heap's state. */
    public HeapState state() {
        return state;
    }

    /**
     * Forces all chunks to the device.
     *
     * @throws org.jnvm.HeapPoisonedException if that failed, or the file is not at its path any more
     */
    public void force() {
        requireFiles(); // before: what is not whole fails in ways that say less
        if (disk != null) {
            disk.persistAll();
        } else {
            for (MappedChunk chunk : chunks) {
                chunk.force();
            }
        }
        requireFiles();
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
    //   In domain DISK, "force" of everything is: all of the area home, then a force of the file
    // (DiskDomain.persistAll).
    public synchronized boolean closeClean(FreeMapImage map) {
        try (this) {
            markInUse(); // else a superblock that says clean might be older than the heap
            force();
            boolean written = map != null && writeFreeMap(map);
            Superblock closed = superblock.closed(written ? map.ref() : FreeMapRef.NONE);
            if (disk == null) {
                writeSuperblock(closed);
                chunks[0].force();
            } else {
                writeSuperblockHome(closed);
            }
            requireFiles();
            return written;
        }
    }

    private boolean writeFreeMap(FreeMapImage map) {
        try {
            return Undisturbed.call(() -> {
                try (FileChannel channel = reopen()) {
                    writeFreeMap(channel, map);
                    return true;
                }
            });
        } catch (IOException e) {
            return false; // the disk is full, say: the next opening runs the recovery pass
        }
    }

    private void writeFreeMap(FileChannel channel, FreeMapImage map) throws IOException {
        long start = superblock.fileBytes();
        long[] at = {start};
        try {
            map.writeTo(bytes -> {
                byte[] written = new byte[isRecorded() ? bytes.remaining() : 0];
                bytes.duplicate().get(written);
                int length = bytes.remaining();
                FileBytes.writeFully(channel, bytes, at[0]);
                if (written.length > 0) {
                    state.recorder().stored(at[0], written);
                }
                at[0] += length;
            });
            channel.truncate(at[0]); // of a longer map from before
            force(channel, start, at[0]);
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
            if (disk != null) {
                disk.close();
            }
            linkLock.close();
            lock.close();
        } catch (IOException e) {
            throw new JnvmException("lock of the heap file cannot be released: heap=" + path, e);
        }
    }
}
