package org.jnvm.internal.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.BitSet;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.InteriorMapLayout;

/**
 * A mapped chunk, as the framework accesses it: by heap offset, not guarded by the heap's state word.
 *
 * <p>From JDK 22 on the route is the mapped {@code MemorySegment}, before that {@code sun.misc.Unsafe}; both start
 * without a flag and without a warning. Where the program opens {@code java.base/jdk.internal.misc} to us, it is the
 * {@code Unsafe} in there. The routes are told apart by {@code static final} flags, so the JIT keeps one.
 *
 * <p>Every store, also one of a program that took the slow path, passes {@link #recorded}: where recorders listen, and
 * domains copy what is written.
 *
 * <p>{@link ObservedChunk}, the one subclass, is loaded only for a recorder that wants to hear of loads; until then the
 * JIT calls the methods of this class as if they were final.
 *
 * <p>The mapping lives as long as this object is reachable; nothing unmaps it before.
 */
public class MappedChunk {
    private static final long UNLIKELY = 0x8a5c_d789_635d_2dffL;
    /** Chunks lie at multiples of so many bytes, as mapped ones do. */
    private static final int ALIGNED = 4096;

    private static final VarHandle SEGMENT_LONG = NativeMemory.ADDRESSED ? null : ValueLayout.JAVA_LONG.varHandle();

    private final HeapState state;
    private final FieldRegion fields;
    private final long start;
    private final long end;
    /** Keeps the mapping alive, and forces it. */
    private final MappedByteBuffer buffer;
    /** From JDK 22 on. */
    private final MemorySegment segment;
    /** Native address that heap offset 0 would have. */
    private final long bias;
    /** Heap offset of the interior map, and the one behind it: where blocks begin, if the chunk is as long. */
    private final long mapStart;

    private final long mapEnd;
    /** Lines for the next snapshot; null but in domain DISK. */
    private final DirtyLines dirty;

    MappedChunk(
            HeapState state,
            SlowPath slow,
            long start,
            long end,
            long nextStart,
            MappedByteBuffer buffer,
            MemorySegment segment) {
        this.state = state;
        this.start = start;
        this.end = end;
        this.mapStart = InteriorMapLayout.start(start);
        this.mapEnd = InteriorMapLayout.end(start, nextStart);
        this.buffer = buffer;
        this.segment = segment;
        this.bias = (segment == null ? NativeMemory.addressOf(buffer) : segment.address()) - start;
        this.dirty = state.barriers() == null
                ? null
                : new DirtyLines(start, end - start, state.barriers().dirtyPages());
        this.fields = NativeMemory.ADDRESSED ? state.fields(slow) : FieldRegion.ofChunk(state, slow, this, segment);
    }

    /**
     * Maps a chunk whose bytes are all in the file already.
     *
     * @param channel the heap file
     * @param mapMode how to map: read-write, or read-write with {@code MAP_SYNC}
     * @param start heap offset of the chunk in bytes
     * @param end heap offset after the chunk
     * @param nextStart heap offset at which the next chunk would start
     * @param state the heap's state
     * @param slow the heap's slow paths
     * @return the mapped chunk
     * @throws IOException if it cannot be mapped
     */
    public static MappedChunk map(
            FileChannel channel,
            FileChannel.MapMode mapMode,
            long start,
            long end,
            long nextStart,
            HeapState state,
            SlowPath slow)
            throws IOException {
        if (NativeMemory.FOREIGN) {
            MemorySegment segment = SegmentMapping.map(channel, mapMode, start, end);
            MappedByteBuffer buffer = (MappedByteBuffer) segment.asByteBuffer().order(ByteOrder.nativeOrder());
            return make(state, slow, start, end, nextStart, buffer, segment);
        }
        return make(state, slow, start, end, nextStart, channel.map(mapMode, start, end - start), null);
    }

    /**
     * Makes a chunk that is in memory only, and zero: for a heap whose file is not changed.
     *
     * @throws OutOfMemoryError if there is none, or the chunk is larger than a buffer of Java can be
     */
    public static MappedChunk inMemory(long start, long end, long nextStart, HeapState state, SlowPath slow) {
        if (end - start > Integer.MAX_VALUE - ALIGNED) {
            throw new OutOfMemoryError(
                    "a chunk of a heap that is open read-only has at most 2^31 bytes: chunk=" + (end - start));
        }
        int bytes = (int) (end - start);
        return of(memory(bytes), start, nextStart, state, slow);
    }

    /**
     * Allocates memory for a chunk: zero, and aligned as mapped pages are, as blocks are told by their addresses.
     *
     * @param bytes how much
     * @throws OutOfMemoryError if there is none
     */
    public static ByteBuffer memory(int bytes) {
        return ByteBuffer.allocateDirect(bytes + ALIGNED).alignedSlice(ALIGNED).slice(0, bytes);
    }

    /**
     * Makes a chunk of memory that {@link #memory} gave.
     *
     * @param memory the bytes of the chunk, from a multiple of the page size on
     * @param start heap offset of the chunk in bytes
     * @param nextStart heap offset at which the next chunk would start
     * @param state the heap's state
     * @param slow the heap's slow paths
     */
    public static MappedChunk of(ByteBuffer memory, long start, long nextStart, HeapState state, SlowPath slow) {
        // direct buffers are mapped ones to Java, of no file
        MappedByteBuffer buffer = (MappedByteBuffer) memory.order(ByteOrder.nativeOrder());
        MemorySegment segment = NativeMemory.FOREIGN ? MemorySegment.ofBuffer(buffer) : null;
        return make(state, slow, start, start + buffer.limit(), nextStart, buffer, segment);
    }

    private static MappedChunk make(
            HeapState state,
            SlowPath slow,
            long start,
            long end,
            long nextStart,
            MappedByteBuffer buffer,
            MemorySegment segment) {
        return state.is(HeapState.RECORDING) && state.recorder().observesLoads()
                ? new ObservedChunk(state, slow, start, end, nextStart, buffer, segment)
                : new MappedChunk(state, slow, start, end, nextStart, buffer, segment);
    }

    /**
     * Maps bytes of a heap file that are only read, and are in no chunk.
     *
     * @param channel the heap file
     * @param start where they begin in the file
     * @param end where they end
     * @return the bytes, mapped as long as the buffer is reachable
     * @throws IOException if they cannot be mapped
     */
    public static ByteBuffer mapToRead(FileChannel channel, long start, long end) throws IOException {
        // on JDK 25 the first map without a segment calls a constructor by reflection: a fifth of opening a heap
        return NativeMemory.FOREIGN
                ? SegmentMapping.map(channel, FileChannel.MapMode.READ_ONLY, start, end)
                        .asByteBuffer()
                : channel.map(FileChannel.MapMode.READ_ONLY, start, end - start);
    }

    /** Tells the system, if it can be told, that the chunk is read here and there. */
    public void expectRandomAccess() {
        MemoryAdvice.expectRandomAccess(bias + start, end - start);
    }

    /** Returns the region by which programs access fields in this chunk. */
    public FieldRegion fields() {
        return fields;
    }

    /** Returns the heap offset at which the chunk starts. */
    public long start() {
        return start;
    }

    /** Returns the native address that heap offset 0 would have. */
    long bias() {
        return bias;
    }

    /** Returns the slot of a lock on what lies at a heap offset. */
    public int lockSlot(long offset) {
        return LockSlots.slot(offset + bias);
    }

    /** Tells whether a native address lies in this chunk. */
    public boolean holdsAddress(long address) {
        return holds(address - bias);
    }

    /** Returns the heap offset of a native address in this chunk. */
    public long offsetOfAddress(long address) {
        return address - bias;
    }

    /** Tells whether a heap offset lies in this chunk. */
    public boolean holds(long offset) {
        return offset >= start && offset < end;
    }

    /** Returns the heap offset after the chunk. */
    public long end() {
        return end;
    }

    // ---- which blocks have headers: see InteriorMapLayout ----

    /** Returns the heap offset of the first block of the chunk; may be behind its end. */
    public long firstBlock() {
        return mapEnd;
    }

    /** Returns the heap offset of the word of the interior map that tells of the block around a heap offset. */
    private long mapWord(long offset) {
        return mapStart + InteriorMapLayout.word(offset - start);
    }

    /** Returns the word of the interior map that tells of the block around a heap offset: see {@link InteriorMapLayout}. */
    public long interiorWord(long offset) {
        return loadLong(mapWord(offset));
    }

    /** Tells whether a block of this chunk is interior, by the heap offset of anything in it. */
    public boolean isInterior(long offset) {
        return (loadLong(mapWord(offset)) >>> InteriorMapLayout.bit(offset) & 1) != 0;
    }

    /** Tells whether a heap offset of this chunk is the start of a block with a header. */
    public boolean isBlock(long offset) {
        return (offset & BlockLayout.BLOCK_MASK) == 0 && offset >= mapEnd && !isInterior(offset);
    }

    /**
     * Tells whether blocks that lie one behind the other are all interior.
     *
     * @param offset the heap offset of the first
     * @param count how many, all in this chunk
     */
    public boolean areInterior(long offset, long count) {
        long end = offset + (count << BlockLayout.BLOCK_SHIFT);
        for (long at = offset; at < end; ) {
            long next = Math.min(end, (at >>> InteriorMapLayout.WORD_SHIFT) + 1 << InteriorMapLayout.WORD_SHIFT);
            long bits = -1L >>> 64 - (next - at >>> BlockLayout.BLOCK_SHIFT) << InteriorMapLayout.bit(at);
            if ((loadLong(mapWord(at)) & bits) != bits) {
                return false;
            }
            at = next;
        }
        return true;
    }

    /**
     * Tells whether behind a block there are interior ones.
     *
     * @param offset the heap offset of the block
     * @param count how many blocks there are to be, the first one counted; any number
     */
    public boolean isExtent(long offset, long count) {
        return count > 1
                && count <= end - offset >>> BlockLayout.BLOCK_SHIFT
                && areInterior(offset + BlockLayout.BLOCK_BYTES, count - 1);
    }

    /** Tells whether of the blocks of a page all but the first are interior, by the heap offset of anything in it. */
    public boolean hasOneHeader(long offset) {
        return InteriorMapLayout.page(loadLong(mapWord(offset)), offset) == InteriorMapLayout.PAGE_SLAB;
    }

    /**
     * Makes blocks interior, or gives them headers again, and writes that back; without a fence.
     *
     * @param offset the heap offset of the first block
     * @param count how many, all in this chunk
     * @param interior what they are to be
     * @return whether that changed anything
     */
    public boolean setInterior(long offset, long count, boolean interior) {
        boolean changed = false;
        long end = offset + (count << BlockLayout.BLOCK_SHIFT);
        for (long at = offset; at < end; ) {
            long next = Math.min(end, (at >>> InteriorMapLayout.WORD_SHIFT) + 1 << InteriorMapLayout.WORD_SHIFT);
            long blocks = next - at >>> BlockLayout.BLOCK_SHIFT;
            changed |= setBits(mapWord(at), -1L >>> 64 - blocks << InteriorMapLayout.bit(at), interior);
            at = next;
        }
        return changed;
    }

    /** Sets bits of a word of the map, where other threads set others. */
    private boolean setBits(long word, long bits, boolean to) {
        while (true) {
            long before = loadLong(word);
            long after = to ? before | bits : before & ~bits;
            if (before == after) {
                return false;
            }
            if (compareAndSetLong(word, before, after)) {
                pwb(word);
                return true;
            }
        }
    }

    // ---- the framework's own access, by heap offset ----

    // The compiler always inlines methods of at most 35 bytecodes, larger ones only where they ran often. What accesses
    // memory stays below that, so access by a segment is in methods of its own.

    /** Loads a byte. */
    public byte loadByte(long offset) {
        return NativeMemory.ADDRESSED ? NativeMemory.getByte(bias + offset) : getByte(offset);
    }

    /** Loads an aligned short. */
    public short loadShort(long offset) {
        return NativeMemory.ADDRESSED ? NativeMemory.getShort(bias + offset) : getShort(offset);
    }

    /** Loads an aligned int. */
    public int loadInt(long offset) {
        return NativeMemory.ADDRESSED ? NativeMemory.getInt(bias + offset) : getInt(offset);
    }

    /** Loads an aligned long. */
    public long loadLong(long offset) {
        return NativeMemory.ADDRESSED ? NativeMemory.getLong(bias + offset) : getLong(offset);
    }

    private byte getByte(long offset) {
        return segment.get(ValueLayout.JAVA_BYTE, offset - start);
    }

    private short getShort(long offset) {
        return segment.get(ValueLayout.JAVA_SHORT, offset - start);
    }

    private int getInt(long offset) {
        return segment.get(ValueLayout.JAVA_INT, offset - start);
    }

    private long getLong(long offset) {
        return segment.get(ValueLayout.JAVA_LONG, offset - start);
    }

    /**
     * Has the processor fetch lines that will be needed, all at once; it goes on without them.
     *
     * @param offset a multiple of 8
     * @param bytes how many, at least 1, all in the chunk
     */
    public void fetch(long offset, long bytes) {
        long all = loadLong(offset + bytes - 1 & -Long.BYTES);
        for (long at = offset; at < offset + bytes; at += BlockLayout.LINE_BYTES) {
            all += loadLong(at);
        }
        if (all == UNLIKELY) {
            Thread.onSpinWait(); // so that the loads are needed
        }
    }

    /**
     * Has the processor fetch the first four lines of blocks, or single lines. What they are is known before the first is loaded, so
     * that as many loads as possible fit into the processor at once.
     *
     * @param offsets multiples of 8; 1 more for a block, all of which is in the chunk
     * @param count how many there are
     */
    public void fetchAll(long[] offsets, int count) {
        long all = 0;
        for (int i = 0; i < count; i++) {
            long at = offsets[i] & -Long.BYTES;
            long step = (offsets[i] & 1) * BlockLayout.LINE_BYTES;
            all += loadLong(at) + loadLong(at + step) + loadLong(at + 2 * step) + loadLong(at + 3 * step);
        }
        if (all == UNLIKELY) {
            Thread.onSpinWait();
        }
    }

    /** Loads a word that another thread may have published with {@link #storeLongRelease}. */
    public long loadLongAcquire(long offset) {
        long value = loadLong(offset);
        VarHandle.acquireFence();
        return value;
    }

    /** Stores a byte. */
    public void storeByte(long offset, byte value) {
        putByte(offset, value);
        recorded(offset, 1);
    }

    /** Stores an aligned short. */
    public void storeShort(long offset, short value) {
        putShort(offset, value);
        recorded(offset, 2);
    }

    /** Stores an aligned int. */
    public void storeInt(long offset, int value) {
        putInt(offset, value);
        recorded(offset, 4);
    }

    /** Stores an aligned long. */
    public void storeLong(long offset, long value) {
        putLong(offset, value);
        recorded(offset, 8);
    }

    /** Stores a header, valid, commit or root word: no earlier store may be seen or written back after it. */
    public void storeLongRelease(long offset, long value) {
        VarHandle.releaseFence();
        putLong(offset, value);
        recordedRelease(offset);
    }

    /**
     * Stores an aligned long if the word there is as expected; atomic with respect to all stores of 8 bytes, and with
     * the ordering of a volatile write.
     *
     * @param offset a multiple of 8
     * @param expected what must be there
     * @param value what is to be there
     * @return whether it was stored
     */
    public boolean compareAndSetLong(long offset, long expected, long value) {
        boolean stored = NativeMemory.ADDRESSED
                ? NativeMemory.compareAndSetLong(bias + offset, expected, value)
                : (boolean) SEGMENT_LONG.compareAndSet(segment, offset - start, expected, value);
        if (stored) {
            recordedRelease(offset);
        }
        return stored;
    }

    /**
     * Loads elements into an array of primitives.
     *
     * @param offset where they begin, aligned to their size; all lie in this chunk
     * @param array the array: {@code byte[]}, {@code short[]}, {@code char[]}, {@code int[]}, {@code long[]},
     *     {@code float[]} or {@code double[]}
     * @param from the first element to fill, in range
     * @param count how many, in range
     * @param elementShift log2 of the bytes of an element
     */
    public void loadElements(long offset, Object array, int from, int count, int elementShift) {
        requireRange(offset, (long) count << elementShift);
        if (NativeMemory.ADDRESSED) {
            NativeMemory.copyOut(bias + offset, array, from, elementShift, count);
        } else if (array instanceof byte[] bytes) {
            buffer.get((int) (offset - start), bytes, from, count); // the way below takes long the first time
        } else {
            SegmentElements.load(segment, offset - start, array, from, count);
        }
    }

    /** Stores elements of an array of primitives, each by one store; see {@link #loadElements}. */
    public void storeElements(long offset, Object array, int from, int count, int elementShift) {
        requireRange(offset, (long) count << elementShift);
        if (NativeMemory.ADDRESSED) {
            NativeMemory.copyIn(array, from, bias + offset, elementShift, count);
        } else {
            SegmentElements.store(segment, offset - start, array, from, count);
        }
        recorded(offset, (long) count << elementShift);
    }

    private void requireRange(long offset, long bytes) {
        if (offset < start || offset + bytes > end) {
            throw new IndexOutOfBoundsException(
                    "not in this chunk: offset=" + offset + ", bytes=" + bytes + ", chunk=" + start + ".." + end);
        }
    }

    /** Loads bytes into an array. */
    public void loadBytes(long offset, byte[] target, int from, int length) {
        buffer.get((int) (offset - start), target, from, length);
    }

    /** Stores bytes from an array; in no particular order. */
    public void storeBytes(long offset, byte[] source, int from, int length) {
        buffer.put((int) (offset - start), source, from, length);
        recorded(offset, length);
    }

    /**
     * Zeroes whole words.
     *
     * @param offset a multiple of 8
     * @param length a multiple of 8
     */
    public void zero(long offset, long length) {
        for (long i = 0; i < length; i += 8) {
            putLong(offset + i, 0);
        }
        recorded(offset, length);
    }

    /**
     * Copies the payload of a block to a block of the same or another chunk, word by word: all of an interior block, of others
     * what is behind the header.
     */
    public static void copyPayload(MappedChunk source, long from, MappedChunk target, long to) {
        int first = target.isInterior(to) ? 0 : BlockLayout.PAYLOAD_OFFSET;
        for (int i = first; i < BlockLayout.BLOCK_BYTES; i += 8) {
            target.putLong(to + i, source.loadLong(from + i));
        }
        target.recorded(to + first, BlockLayout.BLOCK_BYTES - first);
    }

    /** Copies whole words that lie one behind the other, by one store each. */
    public static void copyWords(MappedChunk source, long from, MappedChunk target, long to, long bytes) {
        for (long i = 0; i < bytes; i += 8) {
            target.putLong(to + i, source.loadLong(from + i));
        }
        target.recorded(to, bytes);
    }

    /** Writes back the cache line that holds an offset. */
    public void pwb(long offset) {
        if (state.writeBack() != WriteBack.NONE) {
            state.counters().wroteBack(1);
        }
        writeBack(offset);
    }

    private void writeBack(long offset) {
        WriteBack how = state.writeBack();
        if (how == WriteBack.INTRINSIC) {
            WriteBack.intrinsicLine(bias + offset);
        } else if (how == WriteBack.FORCE) {
            forceLine(offset);
        } else if (how == WriteBack.MARK) {
            dirty.mark(offset);
        }
        if (state.is(HeapState.RECORDING)) {
            state.recorder().writtenBack(offset & -BlockLayout.LINE_BYTES);
        }
    }

    /** Writes back the lines of a range that does not leave this chunk. */
    public void pwb(long offset, long length) {
        if (dirty != null && !state.is(HeapState.RECORDING)) {
            dirty.mark(offset, length);
            state.counters().wroteBack((int) ((offset + length - 1 >>> 6) - (offset >>> 6)) + 1);
            return;
        }
        int lines = 0;
        for (long line = offset & -BlockLayout.LINE_BYTES; line < offset + length; line += BlockLayout.LINE_BYTES) {
            writeBack(line);
            lines++;
        }
        if (state.writeBack() != WriteBack.NONE) {
            state.counters().wroteBack(lines);
        }
    }

    /**
     * Takes all lines that were written back, in domain DISK; by one thread at a time.
     *
     * @param sink gets them; it may {@link #loadLine load} them
     */
    public void takeDirty(DirtyLines.PageSink sink) {
        dirty.take(sink);
    }

    /** Returns how many pages of the chunk were taken at least once and not {@linkplain #drop dropped} since, in domain DISK. */
    public long takenPages() {
        return dirty.takenPages();
    }

    /**
     * Drops this process's copies of whole pages, in domain DISK: what is in the file is loaded there next. A store to them that is not in
     * the file, or comes at the same time, is lost.
     *
     * @param offset the heap offset of the first
     * @param bytes how many bytes they have
     * @return whether that was done; if not, some of them may be dropped
     */
    public boolean drop(long offset, long bytes) {
        boolean dropped = MemoryAdvice.drop(bias + offset, bytes);
        if (dropped) {
            dirty.forgetTaken(offset, bytes);
        }
        return dropped;
    }

    /** Lets the next snapshot take lines of a page that nobody wrote back, in domain DISK. */
    public void markDirty(long page, long lines) {
        dirty.markPage(page, lines);
    }

    /**
     * Loads a line as it was at one moment, though threads store to it meanwhile: twice, until both are the same. (Not
     * so if two words changed and changed back in between, each twice in step with the loads.) Stores of a thread become
     * visible in order, so what is loaded is a prefix of what was stored, as on media.
     *
     * @param offset heap offset of the line
     * @param line its 8 words
     */
    public void loadLine(long offset, long[] line) {
        do {
            for (int i = 0; i < line.length; i++) {
                line[i] = loadLong(offset + 8L * i);
            }
            VarHandle.loadLoadFence(); // neither the processor nor the JIT may take one load for the other
        } while (!holdsLine(offset, line));
    }

    private boolean holdsLine(long offset, long[] line) {
        for (int i = 0; i < line.length; i++) {
            if (loadLong(offset + 8L * i) != line[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells of pages of a private mapping whether this process has a copy of its own.
     *
     * @param from heap offset of the first page
     * @param pages how many
     * @return a bit for each, or null where the system does not tell
     */
    public BitSet privatePages(long from, int pages) {
        return PrivatePages.find(bias + from, pages);
    }

    private void forceLine(long offset) {
        WriteBack.keepOrder();
        try {
            buffer.force((int) (offset - start) & -BlockLayout.LINE_BYTES, BlockLayout.LINE_BYTES);
        } catch (UncheckedIOException | InternalError e) {
            throw state.poison("write-back of a line of the heap file", e);
        }
        WriteBack.keepOrder();
    }

    /** Forces the chunk to its device; a failure poisons the heap. */
    public void force() {
        force(start, (int) (end - start));
    }

    /** Forces a range of the chunk to its device; a failure poisons the heap. */
    public void force(long offset, int length) {
        try {
            if (state.is(HeapState.RECORDING)) {
                state.recorder().forcing();
            }
            WriteBack.keepOrder();
            buffer.force((int) (offset - start), length);
            WriteBack.keepOrder();
            if (state.is(HeapState.RECORDING)) {
                state.recorder().forced(offset, length);
            }
        } catch (UncheckedIOException | InternalError e) {
            // never tried again: the system may have dropped what it could not write, and the next force would succeed
            throw state.poison("force of the heap file", e);
        }
    }

    private void setByte(long offset, byte value) {
        segment.set(ValueLayout.JAVA_BYTE, offset - start, value);
    }

    private void putByte(long offset, byte value) {
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putByte(bias + offset, value);
        } else {
            setByte(offset, value);
        }
    }

    private void setShort(long offset, short value) {
        segment.set(ValueLayout.JAVA_SHORT, offset - start, value);
    }

    private void putShort(long offset, short value) {
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putShort(bias + offset, value);
        } else {
            setShort(offset, value);
        }
    }

    private void setInt(long offset, int value) {
        segment.set(ValueLayout.JAVA_INT, offset - start, value);
    }

    private void putInt(long offset, int value) {
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putInt(bias + offset, value);
        } else {
            setInt(offset, value);
        }
    }

    private void setLong(long offset, long value) {
        segment.set(ValueLayout.JAVA_LONG, offset - start, value);
    }

    private void putLong(long offset, long value) {
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putLong(bias + offset, value);
        } else {
            setLong(offset, value);
        }
    }

    private void recorded(long offset, long length) {
        if (state.is(HeapState.RECORDING)) {
            state.recorder().stored(offset, bytesAt(offset, (int) length));
        }
    }

    private void recordedRelease(long offset) {
        if (state.is(HeapState.RECORDING)) {
            state.recorder().storedRelease(offset, bytesAt(offset, Long.BYTES));
        }
    }

    private byte[] bytesAt(long offset, int length) {
        byte[] bytes = new byte[length];
        buffer.get((int) (offset - start), bytes);
        return bytes;
    }
}
