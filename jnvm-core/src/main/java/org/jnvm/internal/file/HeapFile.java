package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jnvm.DiskStats;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.InteriorMapLayout;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.SuperblockInfo;
import org.jnvm.internal.layout.WalLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.NativeFile;
import org.jnvm.internal.memory.SlowPath;
import org.jspecify.annotations.Nullable;

/**
 * A heap file that this process owns: its lock, its superblock, its mapped chunks, its growth.
 *
 * <p>The one channel on the heap file that stays open holds a lock and is not used for anything else, so that an
 * interrupted thread cannot close it under the others.
 */
public final class HeapFile implements MappedHeap, AutoCloseable {
    /** From this size on a chunk is made before it is needed: that takes longer than an operation may. */
    private static final long LARGE_CHUNK_BYTES = 16 << 20;

    private final Path path;
    private final HeapLock lock;
    private final DurabilityDomain domain;
    private final HeapState state;
    private final SlowPath slow;
    private final FileChannel.MapMode mapMode;
    private final int firstChunkShift;
    private final Durability durability;
    private final SuperblockWriter superblocks;
    private final FileTail tail;

    private volatile MappedChunk[] chunks;
    /** The size at which {@link #growBefore} began to make the next chunk. */
    private volatile long grownBefore;
    /** The files that must stay where they are while the heap is open: the heap file, then those of the log. */
    private List<FileIdentity> files = List.of();

    /** What the heap may grow to; in the superblock once the heap is in use. */
    private long maxBytes;

    private final boolean randomAccess;
    private final FileHoles holes;
    private FileLinkLock linkLock;
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
            HeapOptions options,
            Durability durability) {
        this.path = path;
        this.lock = lock;
        this.domain = domain;
        this.state = state;
        this.slow = slow;
        this.mapMode = mapMode;
        this.durability = durability;
        this.superblocks = new SuperblockWriter(state, durability, superblock);
        this.tail = new FileTail(path, state, options.sparse(), durability.isDeferred());
        this.randomAccess = options.randomAccess();
        this.holes = new FileHoles(this);
        this.firstChunkShift = Long.numberOfTrailingZeros(superblock.firstChunkBytes());
        this.chunks = new MappedChunk[0];
    }

    /** Looks at a heap before it is changed. What it is given is mapped, not to be written to or kept. */
    public interface Inspection {
        /**
         * Decides whether a heap may be opened that was open when the machine went down, in a domain where any store may be missing.
         *
         * @param heap the file
         * @param facts the boots, for the message
         * @throws HeapFormatException if it may not
         */
        void afterPowerLoss(HeapFile heap, String facts);

        /**
         * Checks all of a heap that the program does not trust.
         *
         * @param heap the file
         * @throws HeapFormatException if it is damaged
         */
        void verify(HeapFile heap);
    }

    /** What {@link HeapFileOpener#open(Path, long, Intent, HeapOptions, SlowPath)} does where there is no file, or where there is one. */
    public enum Intent {
        /** The file must exist. */
        OPEN,
        /** The file must exist, and be nobody's yet: to force it, once it is as it is to be, is left to who has made it. */
        FINISH,
        /** The file must not exist. */
        CREATE,
        /** Either. */
        OPEN_OR_CREATE,
        /** The file must exist, and no byte of it is changed: what is stored goes to memory of this process. */
        READ,
        /** The same, of a snapshot, which nobody ever changes. */
        READ_SNAPSHOT;

        /** Tells whether no byte of the file is changed. */
        public boolean reads() {
            return this == READ || this == READ_SNAPSHOT;
        }

        /** Tells whether there is a file, with a size of its own. */
        boolean opens() {
            return this == OPEN || this == FINISH;
        }
    }

    /** Takes the lock on the heap file once more: closing any other channel on the file drops it. */
    synchronized void renewLink() {
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

    /** Tells whether what is stored never comes to the file: pages are private, and there is no log. */
    boolean isDetached() {
        return isPrivate() && domain != DurabilityDomain.DISK;
    }

    /** Maps the file as it is, to be looked at only. */
    void mapReadOnly(FileChannel channel) throws IOException {
        mapChunks(channel, superblocks.superblock().fileBytes());
    }

    /** Maps the file as it is, under a lock that {@link #close} gives up. */
    void mapReadOnly(FileLinkLock ownLink, FileChannel channel) throws IOException {
        linkLock = ownLink;
        maxBytes = superblocks.superblock().maxBytes();
        mapReadOnly(channel);
    }

    /**
     * Takes bytes that were read of the file for all of it, under a lock that {@link #close} gives up: to be looked at only.
     *
     * @param ownLink the lock on the file itself
     * @param bytes the first bytes of the file, all in its first chunk
     */
    void useRead(FileLinkLock ownLink, ByteBuffer bytes) {
        linkLock = ownLink;
        maxBytes = superblocks.superblock().maxBytes();
        chunks = new MappedChunk[] {MappedChunk.of(bytes, 0, ChunkLayout.chunkStart(firstChunkShift, 1), state, slow)};
    }

    /**
     * Maps the file privately, to be used without changing it: where it would have to grow, it does so in memory.
     *
     * @param ownLink the lock on the file itself
     * @param channel the file, or a copy of it
     * @param bothSound whether both copies of the superblock are sound
     */
    void mapDetached(FileLinkLock ownLink, FileChannel channel, boolean bothSound) throws IOException {
        findFreeMap(channel, bothSound);
        mapReadOnly(ownLink, channel);
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
        maxBytes = Math.max(
                superblocks.superblock().maxBytes(), wantedBytes / ChunkLayout.PAGE_BYTES * ChunkLayout.PAGE_BYTES);
        if (!bothSound) {
            superblocks.mendCopy();
        }
        findFreeMap(ownLink.channel(), bothSound);
        mapChunks(ownLink.channel(), extendLastChunk(ownLink.channel(), maxBytes));
        durability.start(this, ownLink.channel());
    }

    private List<FileIdentity> identities() throws IOException {
        List<FileIdentity> found = new ArrayList<>();
        found.add(FileIdentity.of(path));
        for (Path beside : durability.files(path)) {
            found.add(FileIdentity.of(beside));
        }
        return found;
    }

    /**
     * Looks whether the files are those that were opened, where they were, and not truncated.
     *
     * @throws org.jnvm.HeapPoisonedException if not, or if that cannot be told
     */
    @Override
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
        FreeMapRef ref = superblocks.superblock().freeMap();
        if (superblocks.superblock().clean()
                && bothSound
                && ref.bytes() > 0
                && ref.bytes() % ChunkLayout.PAGE_BYTES == 0
                && ref.bytes() <= channel.size() - superblocks.superblock().fileBytes()) {
            if (state.is(HeapState.RECORDING) && state.recorder().observesLoads()) {
                state.recorder()
                        .loading(superblocks.superblock().fileBytes(), (int) ref.bytes()); // later loads are not told
            }
            freeMap = FreeMapBytes.map(channel, superblocks.superblock().fileBytes(), ref);
        }
    }

    /** Brings a file that ended at its old maximum, within a chunk, to the end of that chunk or the new maximum. */
    private long extendLastChunk(FileChannel channel, long max) throws IOException {
        long bytes = superblocks.superblock().fileBytes();
        long end = ChunkLayout.endOfChunk(firstChunkShift, bytes - 1, max);
        if (end > bytes) {
            writeZeros(channel, bytes, end);
        }
        return end;
    }

    private void mapChunks(FileChannel channel, long bytes) throws IOException {
        int count = ChunkLayout.chunkOf(firstChunkShift, bytes - 1) + 1;
        MappedChunk[] mapped = new MappedChunk[count];
        for (int chunk = 0; chunk < count; chunk++) {
            long start = ChunkLayout.chunkStart(firstChunkShift, chunk);
            long next = ChunkLayout.chunkStart(firstChunkShift, chunk + 1);
            mapped[chunk] = map(channel, start, Math.min(next, bytes), next);
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
        long bytes = superblocks.superblock().fileBytes();
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
            superblocks.writeGrown(grown[0], end, maxBytes);
            HeapEvents.grown(event, path, bytes, end, maxBytes);
            return added;
        } catch (IOException e) {
            throw state.poison("growth of the heap file from bytes=" + bytes + " to " + end, e);
        }
    }

    /**
     * Appends the next chunk, unless another thread has done so since.
     *
     * @param seen what {@link #bytes} returned before the room was looked for that is not there
     * @return whether the heap is larger now
     * @throws HeapFullException if the disk is full
     */
    public synchronized boolean growFrom(long seen) {
        return bytes() != seen || grow() != null;
    }

    /**
     * Makes the next chunk in a thread of its own, if it is a large one, and most of the last one is in use: so that no operation has
     * to wait until its zeros are written. Not by two threads at once.
     *
     * @param used the heap offset up to which memory was handed out
     */
    public void growBefore(long used) {
        int count = chunks.length;
        long end = bytes();
        long next = Math.min(ChunkLayout.chunkStart(firstChunkShift, count + 1), maxBytes) - end;
        if (next < LARGE_CHUNK_BYTES
                || used < (chunks[count - 1].start() + end) / 2
                || grownBefore == end
                || !tail.writesZeros()
                || state.is(HeapState.RECORDING)) {
            return;
        }
        grownBefore = end;
        Thread thread = new Thread(() -> growUnlessClosing(count), "jnvm-growth");
        thread.setDaemon(true);
        thread.start();
    }

    private void growUnlessClosing(int count) {
        Operations.enter(); // closing waits for it
        try {
            synchronized (this) {
                if (chunks.length == count && !state.isAny(HeapState.CLOSED | HeapState.CLOSING | HeapState.POISONED)) {
                    grow();
                }
            }
        } catch (HeapFullException full) { // who needs the chunk will try again, and be told
            return;
        } finally {
            Operations.exit();
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
    FileChannel reopen() throws IOException {
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
        if (isDetached()) {
            long next = ChunkLayout.chunkStart(firstChunkShift, ChunkLayout.chunkOf(firstChunkShift, bytes) + 1);
            return MappedChunk.inMemory(bytes, end, next, state, slow);
        }
        try (FileChannel channel = reopen()) {
            writeZeros(channel, bytes, end);
            long next = ChunkLayout.chunkStart(firstChunkShift, ChunkLayout.chunkOf(firstChunkShift, bytes) + 1);
            return map(channel, bytes, end, next);
        } finally {
            linkLock.renew();
        }
    }

    private MappedChunk map(FileChannel channel, long start, long end, long next) throws IOException {
        MappedChunk chunk = MappedChunk.map(channel, mapMode, start, end, next, state, slow);
        if (randomAccess) {
            chunk.expectRandomAccess();
        }
        return chunk;
    }

    private void writeZeros(FileChannel channel, long from, long to) throws IOException {
        if (freeMap != null) {
            freeMap.detach(); // it lies where the zeros go
        }
        tail.writeZeros(channel, from, to, isRecorded());
    }

    /**
     * Makes another file a clone of the heap file as it is in memory, where the file system can do that: it takes no space of
     * its own until either is changed, and hardly any time, but that what was stored is brought to the device.
     *
     * @param target the file, which exists
     * @return whether that was done; if not, anything may be in the file
     */
    public boolean cloneTo(Path target) {
        if (domain == DurabilityDomain.DISK || isPrivate() || !NativeFile.mayClone()) {
            return false; // pages of this process are newer than those of the file, or there is no way
        }
        try (NativeFile from = NativeFile.open(path);
                NativeFile to = NativeFile.open(target)) {
            requireFiles(); // what was opened by its name is the heap's file
            return from != null && to != null && to.cloneOf(from);
        } finally {
            renewLink();
        }
    }

    /** Returns what gives space back to the file system. */
    public FileHoles holes() {
        return holes;
    }

    Durability durability() {
        return durability;
    }

    /** Tells whether a recorder hears of what is written: not before the file is mapped. */
    boolean isRecorded() {
        return state.is(HeapState.RECORDING) && chunks.length > 0;
    }

    /**
     * Marks the heap as in use, once: from here on its bytes may change, and the free map of the last close does not
     * count any more. A heap that is refused before keeps its superblock.
     */
    // persist-order: [superblock: in use, no free map] < force < the first store to anything else: SuperblockWriter
    @Override
    public synchronized void markInUse() {
        superblocks.markInUse(chunks[0], bytes(), maxBytes);
    }

    /**
     * Orders write-backs and stores of this thread, and waits until they are durable: in domain {@code DISK} on the
     * device, in the others where {@link HeapState#psync} says.
     *
     * @throws org.jnvm.HeapPoisonedException if that failed, or in domain {@code DISK} a file is not at its path any more
     */
    public void psync() {
        durability.psync();
    }

    /** Returns how the write-ahead log stands, null in domains without one. */
    public DiskStats diskStats() {
        return durability.stats();
    }

    /** Returns the heap's id. */
    @Override
    public UUID id() {
        return superblocks.superblock().heapId();
    }

    /** Returns the mapped chunks. */
    @Override
    public MappedChunk[] chunks() {
        return chunks;
    }

    /** Returns the free map of the last close, or null if there is none that can be trusted. */
    public FreeMapBytes freeMap() {
        return freeMap;
    }

    /** Returns a number that is another one each time that the heap is opened and changed. */
    public long salt() {
        return superblocks.superblock().sequence();
    }

    /** Returns what the superblock says, as it was found. */
    public SuperblockInfo info() {
        return superblocks.superblock().info();
    }

    /** Tells whether the heap was closed when it was opened. */
    public boolean wasClean() {
        return !superblocks.isInUse() && superblocks.superblock().clean();
    }

    /** Returns the chunk that holds a heap offset, which must be below {@link #bytes()}. */
    @Override
    public MappedChunk chunkOf(long offset) {
        return chunks[ChunkLayout.chunkOf(firstChunkShift, offset)];
    }

    /**
     * Returns the chunk that holds some bytes one behind the other, whatever number the offset is.
     *
     * @param offset the heap offset of the first, a multiple of 8
     * @param bytes how many
     * @return the chunk; null if there is none, or the offset is none of a word
     */
    public @Nullable MappedChunk chunkWith(long offset, long bytes) {
        MappedChunk[] mapped = chunks;
        int chunk = ChunkLayout.chunkOf(firstChunkShift, offset);
        return (offset & (7 | ~Reference.OFFSET_MASK)) == 0
                        && chunk < mapped.length
                        && mapped[chunk].holds(offset + bytes - 1)
                ? mapped[chunk]
                : null;
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

    /** Tells whether {@code offset} is the start of a block with a header, whatever number it is. */
    public boolean isBlock(long offset) {
        MappedChunk chunk = chunkWith(offset, BlockLayout.BLOCK_BYTES);
        return chunk != null && chunk.isBlock(offset);
    }

    /** Tells whether {@code offset} lies in a block, whatever number it is. */
    public boolean isWithin(long offset) {
        MappedChunk[] mapped = chunks; // once: another thread may add a chunk
        return offset >= 0
                && offset < mapped[mapped.length - 1].end()
                && offset >= mapped[ChunkLayout.chunkOf(firstChunkShift, offset)].firstBlock();
    }

    /**
     * Returns the heap offset of the header that tells what lies at an offset.
     *
     * @param offset a heap offset within a block
     * @return that of the slab around it, or that of the block; 0, where no header is, if it lies in an interior block that is
     *     in no slab, or under a header that cannot be
     */
    public long headerAround(long offset) {
        MappedChunk chunk = chunkOf(offset);
        long page = offset & -PageLayout.PAGE_BYTES;
        long interior = chunk.interiorWord(offset);
        if (InteriorMapLayout.page(interior, offset) == InteriorMapLayout.PAGE_SLAB
                && SlabLayout.isPageHeader(chunk.loadLong(page))) {
            return page;
        }
        long block = offset & -BlockLayout.BLOCK_BYTES;
        boolean none = (interior >>> InteriorMapLayout.bit(offset) & 1) != 0
                || block == page && SlabLayout.isPageHeader(chunk.loadLong(page));
        return none ? 0 : block;
    }

    /**
     * Tells whether a valid header is that of a slab. A page that is one has no other headers, whatever a damaged file says.
     *
     * @param classId the class id of the header
     * @param offset the heap offset of the header
     */
    public boolean isSlabAt(int classId, long offset) {
        return SlabLayout.isSlabAt(classId, offset)
                && (!SlabLayout.isPage(classId) || chunkOf(offset).hasOneHeader(offset));
    }

    /** Returns how many blocks there are below a block: those that an interior map or the first pages take are none. */
    public long blocksBelow(long end) {
        long blocks = 0;
        for (MappedChunk chunk : chunks) {
            long limit = Math.min(chunk.end(), end << BlockLayout.BLOCK_SHIFT);
            blocks += Math.max(0, limit - chunk.firstBlock()) >>> BlockLayout.BLOCK_SHIFT;
        }
        return blocks;
    }

    /** Returns the bytes of the file that are mapped. */
    public long bytes() {
        MappedChunk[] mapped = chunks; // once: another thread may add a chunk
        return mapped[mapped.length - 1].end();
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
        durability.force(chunks);
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
    //   In domain DISK, "force" of everything is: a checkpoint of all of the log, then a force of the file
    // (DiskDomain.persistAll).
    public synchronized boolean closeClean(FreeMapImage map) {
        try (this) {
            markInUse(); // else a superblock that says clean might be older than the heap
            force();
            boolean written = map != null && writeFreeMap(map);
            superblocks.writeClosed(chunks[0], written ? map.ref() : FreeMapRef.NONE);
            requireFiles();
            return written;
        }
    }

    private boolean writeFreeMap(FreeMapImage map) {
        try {
            return Undisturbed.call(() -> {
                try (FileChannel channel = reopen()) {
                    tail.writeFreeMap(channel, superblocks.superblock().fileBytes(), map, isRecorded());
                    return true;
                }
            });
        } catch (IOException e) {
            return false; // the disk is full, say: the next opening runs the recovery pass
        }
    }

    /**
     * Returns the superblock that a copy of all other bytes needs, at each of the two places that a superblock has: it says that the
     * heap was not closed, and that all of it is in the file.
     */
    public synchronized byte[] superblockOfCopy() {
        return superblocks
                .superblock()
                .inUse(bytes(), maxBytes, Superblock.NO_WAL)
                .toBytes();
    }

    /** Gives up the lock, and leaves the heap as after a crash. */
    @Override
    public void close() {
        try {
            try {
                closeParts();
            } catch (OutOfMemoryError | StackOverflowError e) {
                closeParts(); // once more, the rest: nobody else can, where it was opening the heap that failed
            }
        } catch (IOException e) {
            throw new JnvmException("lock of the heap file cannot be released: heap=" + path, e);
        }
    }

    private void closeParts() throws IOException {
        durability.close();
        holes.close();
        linkLock.close();
        lock.close();
    }
}
