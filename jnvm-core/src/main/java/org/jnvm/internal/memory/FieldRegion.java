package org.jnvm.internal.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.spi.Region;

/**
 * Field access of programs; the one subclass of {@link Region}.
 *
 * <p>Where memory is accessed by native address, a place is an address, and there is one region for each heap. On the
 * segment route a place is an offset in a segment, and there is one region for each chunk. An access first passes the
 * {@link FastPathGuard}: one test of place and of a word of the whole JVM. If it may not go straight to memory, the heap's state
 * word decides.
 *
 * <p>The fences of reachability keep the mapping until the access is done, though the JIT no longer needs the region.
 */
public final class FieldRegion extends Region {
    private final HeapState state;
    private final SlowPath slow;
    /** The chunk; null for a whole heap, and for freed objects. */
    private final MappedChunk chunk;

    private final MemorySegment segment;

    private FieldRegion(HeapState state, SlowPath slow, MappedChunk chunk, MemorySegment segment) {
        this.state = state;
        this.slow = slow;
        this.chunk = chunk;
        this.segment = segment;
    }

    /** Makes the region of a whole heap, for the routes by address. */
    static FieldRegion ofHeap(HeapState state, SlowPath slow) {
        return new FieldRegion(state, slow, null, null);
    }

    /** Makes the region of a chunk, for the segment route. */
    static FieldRegion ofChunk(HeapState state, SlowPath slow, MappedChunk chunk, MemorySegment segment) {
        return new FieldRegion(state, slow, chunk, segment);
    }

    /** Returns a region that refuses every access: proxies of freed objects point to it. */
    public static FieldRegion freed(SlowPath slow) {
        return new FieldRegion(HeapState.freed(), slow, null, null);
    }

    /** Returns what the access route is, for people. */
    public static String route() {
        return NativeMemory.route();
    }

    /** Tells whether proxies of freed objects point here. */
    public boolean isFreed() {
        return state.is(HeapState.FREED);
    }

    /** Returns the heap's slow paths, by which its owner is found. */
    public SlowPath owner() {
        return slow;
    }

    // ---- straight to memory, by native address: for the static accessors of Region ----

    /** Tells whether {@link #loadLong} and the like may be called for a place. */
    public static boolean isDirect(long place) {
        return NativeMemory.ADDRESSED && FastPathGuard.isOpen(place);
    }

    /** Tells whether {@link #storeLong} and the like may be called for a place. */
    public static boolean isDirectForStores(long place) {
        return NativeMemory.ADDRESSED && FastPathGuard.isOpenForStores(place);
    }

    /** Loads at a place that {@link #isDirect} just said yes to. */
    public static byte loadByte(long place, int off) {
        return NativeMemory.getByte(place + off);
    }

    /** See {@link #loadByte}. */
    public static short loadShort(long place, int off) {
        return NativeMemory.getShort(place + off);
    }

    /** See {@link #loadByte}. */
    public static int loadInt(long place, int off) {
        return NativeMemory.getInt(place + off);
    }

    /** See {@link #loadByte}. */
    public static long loadLong(long place, int off) {
        return NativeMemory.getLong(place + off);
    }

    /** Stores at a place that {@link #isDirectForStores} just said yes to. */
    public static void storeByte(long place, int off, byte value) {
        NativeMemory.putByte(place + off, value);
    }

    /** See {@link #storeByte}. */
    public static void storeShort(long place, int off, short value) {
        NativeMemory.putShort(place + off, value);
    }

    /** See {@link #storeByte}. */
    public static void storeInt(long place, int off, int value) {
        NativeMemory.putInt(place + off, value);
    }

    /** See {@link #storeByte}. */
    public static void storeLong(long place, int off, long value) {
        NativeMemory.putLong(place + off, value);
    }

    // ---- with all that may come between ----

    /** Returns where to read, or {@link SlowPath#DIRECT}; called when the guard is not open. */
    private long readFrom(long place, int off) {
        return TaggedPointer.isPlain(place) && state.isQuiet() ? SlowPath.DIRECT : slow.placeToRead(this, place, off);
    }

    /** Returns where to write, or {@link SlowPath#DIRECT}; called when the guard is not open. */
    private long writeTo(long place, int off, int bytes) {
        return TaggedPointer.isPlain(place) && (state.isQuietForStores() || state.isUnclaimed(claimSlot(place, off)))
                ? SlowPath.DIRECT
                : slow.placeToWrite(this, place, off, bytes);
    }

    /** Returns where a claim on the block would be that a store at a plain place goes to. */
    private int claimSlot(long place, int off) {
        return NativeMemory.ADDRESSED
                ? LockSlots.slot(place + off & -BlockLayout.BLOCK_BYTES)
                : chunk.claimSlot(offsetOf(place) + off & -BlockLayout.BLOCK_BYTES);
    }

    @Override
    public byte getByte(long place, int off) {
        if (!FastPathGuard.isOpen(place)) {
            long offset = readFrom(place, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadByte(offset);
            }
        }
        byte value = NativeMemory.ADDRESSED
                ? NativeMemory.getByte(place + off)
                : segment.get(ValueLayout.JAVA_BYTE, place + (off - 1));
        java.lang.ref.Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public short getShort(long place, int off) {
        if (!FastPathGuard.isOpen(place)) {
            long offset = readFrom(place, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadShort(offset);
            }
        }
        short value = NativeMemory.ADDRESSED
                ? NativeMemory.getShort(place + off)
                : segment.get(ValueLayout.JAVA_SHORT, place + (off - 1));
        java.lang.ref.Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public int getInt(long place, int off) {
        if (!FastPathGuard.isOpen(place)) {
            long offset = readFrom(place, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadInt(offset);
            }
        }
        int value = NativeMemory.ADDRESSED
                ? NativeMemory.getInt(place + off)
                : segment.get(ValueLayout.JAVA_INT, place + (off - 1));
        java.lang.ref.Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public long getLong(long place, int off) {
        if (!FastPathGuard.isOpen(place)) {
            long offset = readFrom(place, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadLong(offset);
            }
        }
        long value = NativeMemory.ADDRESSED
                ? NativeMemory.getLong(place + off)
                : segment.get(ValueLayout.JAVA_LONG, place + (off - 1));
        java.lang.ref.Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public void putByte(long place, int off, byte value) {
        if (!FastPathGuard.isOpenForStores(place)) {
            long offset = writeTo(place, off, Byte.BYTES);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeByte(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putByte(place + off, value);
        } else {
            segment.set(ValueLayout.JAVA_BYTE, place + (off - 1), value);
        }
        java.lang.ref.Reference.reachabilityFence(this);
    }

    @Override
    public void putShort(long place, int off, short value) {
        if (!FastPathGuard.isOpenForStores(place)) {
            long offset = writeTo(place, off, Short.BYTES);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeShort(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putShort(place + off, value);
        } else {
            segment.set(ValueLayout.JAVA_SHORT, place + (off - 1), value);
        }
        java.lang.ref.Reference.reachabilityFence(this);
    }

    @Override
    public void putInt(long place, int off, int value) {
        if (!FastPathGuard.isOpenForStores(place)) {
            long offset = writeTo(place, off, Integer.BYTES);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeInt(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putInt(place + off, value);
        } else {
            segment.set(ValueLayout.JAVA_INT, place + (off - 1), value);
        }
        java.lang.ref.Reference.reachabilityFence(this);
    }

    @Override
    public void putLong(long place, int off, long value) {
        if (!FastPathGuard.isOpenForStores(place)) {
            long offset = writeTo(place, off, Long.BYTES);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeLong(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putLong(place + off, value);
        } else {
            segment.set(ValueLayout.JAVA_LONG, place + (off - 1), value);
        }
        java.lang.ref.Reference.reachabilityFence(this);
    }

    // ---- places ----

    @Override
    public long place(long ref) {
        if (isFreed()) {
            return TaggedPointer.freed(ref);
        }
        long offset = Reference.offset(ref);
        MappedChunk holder = NativeMemory.ADDRESSED ? slow.chunkOf(offset) : chunk;
        if (!holder.holds(offset)) { // a length or an index that is none, maybe that of an object which was freed
            throw new IndexOutOfBoundsException("offset is not in the heap: offset=0x" + Long.toHexString(offset));
        }
        long where = NativeMemory.ADDRESSED ? offset + holder.bias() : offset - holder.start() + 1;
        return state.isAlwaysSlow() ? TaggedPointer.slow(where, ref) : where;
    }

    /** Returns the heap offset of a place. */
    public long offsetOf(long place) {
        long where = TaggedPointer.where(place);
        if (TaggedPointer.isFreed(place)) {
            return where;
        }
        return NativeMemory.ADDRESSED ? slow.offsetOfAddress(where) : where - 1 + chunk.start();
    }

    /** Tells whether a place is one at which memory may be accessed directly, if nothing else speaks against it. */
    public static boolean isPlain(long place) {
        return TaggedPointer.isPlain(place);
    }

    /** Tells whether a place is that of a freed object. */
    public boolean isFreed(long place) {
        return TaggedPointer.isFreed(place) || isFreed();
    }

    /**
     * Returns the reference that a place was made from.
     *
     * @param place a place at which every access takes the slow path
     * @return the reference; without a kind if the place is that of a slave block
     */
    public long refOf(long place) {
        return TaggedPointer.isFreed(place) ? TaggedPointer.ref(place) : TaggedPointer.tag(place) | offsetOf(place);
    }

    @Override
    public void check(long ref) {
        if (state.is(HeapState.CHECKED)) {
            slow.placeToRead(this, place(ref), 0);
        }
    }

    @Override
    public Region at(long ref) {
        long offset = Reference.offset(ref);
        boolean here = NativeMemory.ADDRESSED || isFreed() || chunk.holds(offset);
        return here ? this : slow.chunkOf(offset).fields();
    }
}
