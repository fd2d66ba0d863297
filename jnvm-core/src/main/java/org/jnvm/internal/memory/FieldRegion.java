package org.jnvm.internal.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.spi.Region;

/**
 * Field access of programs; the one subclass of {@link Region}.
 *
 * <p>Where memory is accessed by native address, a pointer is an address, and there is one region for each heap. On the
 * segment route a pointer is an offset in a segment, and there is one region for each chunk. An access first passes the
 * {@link FastPathGuard}: one test of pointer and of a word of the whole JVM. If it may not go straight to memory, the heap's state
 * word decides.
 *
 * <p>The fences of reachability keep the mapping until the access is done, though the JIT no longer needs the region.
 */
public final class FieldRegion extends Region {
    private static final VarHandle NOTES;

    static {
        try {
            NOTES = MethodHandles.lookup().findVarHandle(FieldRegion.class, "notes", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final HeapState state;
    private final SlowPath slow;
    /** The chunk; null for a whole heap, and for freed objects. */
    private final MappedChunk chunk;

    private final MemorySegment segment;
    /** What whoever has made {@link #another} region notes of the proxies that have it. */
    private long notes;

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

    /** Returns another region that does the same. */
    public FieldRegion another() {
        return new FieldRegion(state, slow, chunk, segment);
    }

    /** Tells whether a region does the same as this one. */
    public boolean isLike(FieldRegion other) {
        return chunk == other.chunk;
    }

    /** Tells whether a bit was noted, maybe by another thread just now. */
    public boolean hasNoted(long bit) {
        return (notes & bit) != 0;
    }

    /** Notes a bit. */
    public void note(long bit) {
        NOTES.getAndBitwiseOr(this, bit);
    }

    /** Returns all bits that were noted. */
    public long notes() {
        return (long) NOTES.getVolatile(this);
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

    /** Tells whether {@link #loadLong} and the like may be called for a pointer. */
    public static boolean isDirect(long pointer) {
        return NativeMemory.ADDRESSED && FastPathGuard.isOpen(pointer);
    }

    /** Tells whether {@link #storeLong} and the like may be called for a pointer. */
    public static boolean isDirectForStores(long pointer) {
        return NativeMemory.ADDRESSED && FastPathGuard.isOpenForStores(pointer);
    }

    /** Loads at a pointer that {@link #isDirect} just said yes to. */
    public static byte loadByte(long pointer, int off) {
        return NativeMemory.getByte(pointer + off);
    }

    /** See {@link #loadByte}. */
    public static short loadShort(long pointer, int off) {
        return NativeMemory.getShort(pointer + off);
    }

    /** See {@link #loadByte}. */
    public static int loadInt(long pointer, int off) {
        return NativeMemory.getInt(pointer + off);
    }

    /** See {@link #loadByte}. */
    public static long loadLong(long pointer, int off) {
        return NativeMemory.getLong(pointer + off);
    }

    /** Stores at a pointer that {@link #isDirectForStores} just said yes to. */
    public static void storeByte(long pointer, int off, byte value) {
        NativeMemory.putByte(pointer + off, value);
    }

    /** See {@link #storeByte}. */
    public static void storeShort(long pointer, int off, short value) {
        NativeMemory.putShort(pointer + off, value);
    }

    /** See {@link #storeByte}. */
    public static void storeInt(long pointer, int off, int value) {
        NativeMemory.putInt(pointer + off, value);
    }

    /** See {@link #storeByte}. */
    public static void storeLong(long pointer, int off, long value) {
        NativeMemory.putLong(pointer + off, value);
    }

    // ---- with all that may come between ----

    /** Returns where to read, or {@link SlowPath#DIRECT}; called when the guard is not open. */
    private long readFrom(long pointer, int off) {
        return TaggedPointer.isPlain(pointer)
                        && (FastPathGuard.isOpenToReader()
                                || state.isQuiet()
                                || state.isUntouched(lockSlot(pointer, off)))
                ? SlowPath.DIRECT
                : slow.offsetToRead(this, pointer, off);
    }

    /** Returns where to write, or {@link SlowPath#DIRECT}; called when the guard is not open. */
    private long writeTo(long pointer, int off, int bytes) {
        return TaggedPointer.isPlain(pointer) && (state.isQuietForStores() || state.isUnlocked(lockSlot(pointer, off)))
                ? SlowPath.DIRECT
                : slow.offsetToWrite(this, pointer, off, bytes);
    }

    /**
     * Returns where a lock on the block or slot would be that an access at a plain pointer goes to. With an object offset the
     * pointer is where the object begins: in a slot, if that is not where a block does. With 0 it is anywhere, maybe where a block
     * would begin, and yet in a slot of a page: only the slab's header tells.
     */
    private int lockSlot(long pointer, int off) {
        boolean fromStart = off >= BlockLayout.HEADER_BYTES;
        if (NativeMemory.ADDRESSED) {
            if (fromStart) {
                return LockSlots.slot(isBlock(pointer) ? pointer + off & -BlockLayout.BLOCK_BYTES : pointer);
            }
            long address = pointer + off;
            long offset = slow.offsetOfAddress(address);
            return LockSlots.slot(address - (offset - slow.startOf(offset)));
        }
        long start = offsetOf(pointer);
        if (fromStart) {
            return chunk.lockSlot(isBlock(start) ? start + off & -BlockLayout.BLOCK_BYTES : start);
        }
        return chunk.lockSlot(slow.startOf(start + off));
    }

    /** Tells whether something begins where a block does, as no slot can. */
    private static boolean isBlock(long start) {
        return (start & BlockLayout.BLOCK_MASK) == 0;
    }

    @Override
    public byte getByte(long pointer, int off) {
        if (!FastPathGuard.isOpen(pointer)) {
            long offset = readFrom(pointer, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadByte(offset);
            }
        }
        byte value = NativeMemory.ADDRESSED
                ? NativeMemory.getByte(pointer + off)
                : segment.get(ValueLayout.JAVA_BYTE, pointer + (off - 1));
        java.lang.ref.Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public short getShort(long pointer, int off) {
        if (!FastPathGuard.isOpen(pointer)) {
            long offset = readFrom(pointer, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadShort(offset);
            }
        }
        short value = NativeMemory.ADDRESSED
                ? NativeMemory.getShort(pointer + off)
                : segment.get(ValueLayout.JAVA_SHORT, pointer + (off - 1));
        java.lang.ref.Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public int getInt(long pointer, int off) {
        if (!FastPathGuard.isOpen(pointer)) {
            long offset = readFrom(pointer, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadInt(offset);
            }
        }
        int value = NativeMemory.ADDRESSED
                ? NativeMemory.getInt(pointer + off)
                : segment.get(ValueLayout.JAVA_INT, pointer + (off - 1));
        java.lang.ref.Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public long getLong(long pointer, int off) {
        if (!FastPathGuard.isOpen(pointer)) {
            long offset = readFrom(pointer, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadLong(offset);
            }
        }
        long value = NativeMemory.ADDRESSED
                ? NativeMemory.getLong(pointer + off)
                : segment.get(ValueLayout.JAVA_LONG, pointer + (off - 1));
        java.lang.ref.Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public void putByte(long pointer, int off, byte value) {
        if (!FastPathGuard.isOpenForStores(pointer)) {
            long offset = writeTo(pointer, off, Byte.BYTES);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeByte(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putByte(pointer + off, value);
        } else {
            segment.set(ValueLayout.JAVA_BYTE, pointer + (off - 1), value);
        }
        java.lang.ref.Reference.reachabilityFence(this);
    }

    @Override
    public void putShort(long pointer, int off, short value) {
        if (!FastPathGuard.isOpenForStores(pointer)) {
            long offset = writeTo(pointer, off, Short.BYTES);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeShort(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putShort(pointer + off, value);
        } else {
            segment.set(ValueLayout.JAVA_SHORT, pointer + (off - 1), value);
        }
        java.lang.ref.Reference.reachabilityFence(this);
    }

    @Override
    public void putInt(long pointer, int off, int value) {
        if (!FastPathGuard.isOpenForStores(pointer)) {
            long offset = writeTo(pointer, off, Integer.BYTES);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeInt(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putInt(pointer + off, value);
        } else {
            segment.set(ValueLayout.JAVA_INT, pointer + (off - 1), value);
        }
        java.lang.ref.Reference.reachabilityFence(this);
    }

    @Override
    public void putLong(long pointer, int off, long value) {
        if (!FastPathGuard.isOpenForStores(pointer)) {
            long offset = writeTo(pointer, off, Long.BYTES);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeLong(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putLong(pointer + off, value);
        } else {
            segment.set(ValueLayout.JAVA_LONG, pointer + (off - 1), value);
        }
        java.lang.ref.Reference.reachabilityFence(this);
    }

    // ---- pointers ----

    @Override
    public long pointer(long ref) {
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

    @Override
    public long start(long ref) {
        if (!Reference.isSlot(ref) || isFreed()) {
            return ref;
        }
        long slot = Reference.offset(ref);
        long word = slow.chunkOf(slot).loadLong(slot);
        return SlabLayout.isOutgrown(word) ? SlabLayout.firstBlock(word) : ref;
    }

    /** Returns the heap offset of a pointer. */
    public long offsetOf(long pointer) {
        long where = TaggedPointer.where(pointer);
        if (TaggedPointer.isFreed(pointer)) {
            return where;
        }
        return NativeMemory.ADDRESSED ? slow.offsetOfAddress(where) : where - 1 + chunk.start();
    }

    /** Tells whether a pointer is one at which memory may be accessed directly, if nothing else speaks against it. */
    public static boolean isPlain(long pointer) {
        return TaggedPointer.isPlain(pointer);
    }

    /** Tells whether a pointer is that of a freed object. */
    public boolean isFreed(long pointer) {
        return TaggedPointer.isFreed(pointer) || isFreed();
    }

    /**
     * Returns the reference that a pointer was made from.
     *
     * @param pointer a pointer at which every access takes the slow path
     * @return the reference; without a kind if the pointer is that of a slave block
     */
    public long refOf(long pointer) {
        return TaggedPointer.isFreed(pointer)
                ? TaggedPointer.ref(pointer)
                : TaggedPointer.tag(pointer) | offsetOf(pointer);
    }

    @Override
    public void check(long ref) {
        if (state.is(HeapState.CHECKED)) {
            Region holder = at(Reference.offset(ref)); // of the header, which may lie elsewhere than the fields
            slow.offsetToRead((FieldRegion) holder, holder.pointer(ref), 0);
        }
    }

    @Override
    public Region at(long ref) {
        long offset = Reference.offset(ref);
        boolean here = NativeMemory.ADDRESSED || isFreed() || chunk.holds(offset);
        return here ? this : slow.chunkOf(offset).fields();
    }
}
