package org.jnvm.internal.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.spi.Region;

/**
 * Field access of programs, gated by the mode word; the one subclass of {@link Region}.
 *
 * <p>Where memory is accessed by native address, a place is an address, and there is one region for each heap, which
 * holds a copy of the mode word: a field access is the loads of proxy, region, word, place and field. On the segment
 * route a place is an offset in a segment, there is one region for each chunk, and the word is the heap's own.
 */
public final class FieldRegion extends Region {
    /** Copy of the mode word, kept by {@link Mode}, on the routes by address; plain reads on purpose. */
    int word;

    private final Mode mode;
    private final SlowPath slow;
    /** The chunk; null for a whole heap, and for freed objects. */
    private final MappedChunk chunk;

    private final MemorySegment segment;

    private FieldRegion(Mode mode, SlowPath slow, MappedChunk chunk, MemorySegment segment) {
        this.mode = mode;
        this.slow = slow;
        this.chunk = chunk;
        this.segment = segment;
        this.word = mode.word;
    }

    /** Makes the region of a whole heap, for the routes by address. */
    static FieldRegion ofHeap(Mode mode, SlowPath slow) {
        return new FieldRegion(mode, slow, null, null);
    }

    /** Makes the region of a chunk, for the segment route. */
    static FieldRegion ofChunk(Mode mode, SlowPath slow, MappedChunk chunk, MemorySegment segment) {
        return new FieldRegion(mode, slow, chunk, segment);
    }

    /** Returns a region that refuses every access: proxies of freed objects point to it. */
    public static FieldRegion freed(SlowPath slow) {
        return new FieldRegion(Mode.freed(), slow, null, null);
    }

    /** Returns what the access route is, for people. */
    public static String route() {
        return NativeMemory.route();
    }

    /** Tells whether proxies of freed objects point here. */
    public boolean isFreed() {
        return mode.is(Mode.FREED);
    }

    /** Returns the heap's slow paths, by which its owner is found. */
    public SlowPath owner() {
        return slow;
    }

    private boolean direct() {
        return (NativeMemory.ADDRESSED ? word : mode.word) == 0;
    }

    @Override
    public byte getByte(long place, int off) {
        if (!direct()) {
            long offset = slow.placeToRead(this, place, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadByte(offset);
            }
        }
        return NativeMemory.ADDRESSED
                ? NativeMemory.getByte(place + off)
                : segment.get(ValueLayout.JAVA_BYTE, place + off);
    }

    @Override
    public short getShort(long place, int off) {
        if (!direct()) {
            long offset = slow.placeToRead(this, place, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadShort(offset);
            }
        }
        return NativeMemory.ADDRESSED
                ? NativeMemory.getShort(place + off)
                : segment.get(ValueLayout.JAVA_SHORT, place + off);
    }

    @Override
    public int getInt(long place, int off) {
        if (!direct()) {
            long offset = slow.placeToRead(this, place, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadInt(offset);
            }
        }
        return NativeMemory.ADDRESSED
                ? NativeMemory.getInt(place + off)
                : segment.get(ValueLayout.JAVA_INT, place + off);
    }

    @Override
    public long getLong(long place, int off) {
        if (!direct()) {
            long offset = slow.placeToRead(this, place, off);
            if (offset != SlowPath.DIRECT) {
                return slow.chunkOf(offset).loadLong(offset);
            }
        }
        return NativeMemory.ADDRESSED
                ? NativeMemory.getLong(place + off)
                : segment.get(ValueLayout.JAVA_LONG, place + off);
    }

    @Override
    public void putByte(long place, int off, byte value) {
        if (!direct()) {
            long offset = slow.placeToWrite(this, place, off);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeByte(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putByte(place + off, value);
        } else {
            segment.set(ValueLayout.JAVA_BYTE, place + off, value);
        }
    }

    @Override
    public void putShort(long place, int off, short value) {
        if (!direct()) {
            long offset = slow.placeToWrite(this, place, off);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeShort(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putShort(place + off, value);
        } else {
            segment.set(ValueLayout.JAVA_SHORT, place + off, value);
        }
    }

    @Override
    public void putInt(long place, int off, int value) {
        if (!direct()) {
            long offset = slow.placeToWrite(this, place, off);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeInt(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putInt(place + off, value);
        } else {
            segment.set(ValueLayout.JAVA_INT, place + off, value);
        }
    }

    @Override
    public void putLong(long place, int off, long value) {
        if (!direct()) {
            long offset = slow.placeToWrite(this, place, off);
            if (offset != SlowPath.DIRECT) {
                slow.chunkOf(offset).storeLong(offset, value);
                return;
            }
        }
        if (NativeMemory.ADDRESSED) {
            NativeMemory.putLong(place + off, value);
        } else {
            segment.set(ValueLayout.JAVA_LONG, place + off, value);
        }
    }

    @Override
    public long place(long ref) {
        if (isFreed()) {
            return ref;
        }
        long offset = Reference.offset(ref);
        return NativeMemory.ADDRESSED ? offset + slow.chunkOf(offset).bias() : offset - chunk.start();
    }

    /** Returns the heap offset of a place; of the freed region, the reference word that the place was made from. */
    public long offsetOf(long place) {
        if (isFreed()) {
            return place;
        }
        return NativeMemory.ADDRESSED ? slow.offsetOfAddress(place) : place + chunk.start();
    }

    @Override
    public Region at(long ref) {
        long offset = Reference.offset(ref);
        boolean here = NativeMemory.ADDRESSED || isFreed() || chunk.holds(offset);
        return here ? this : slow.chunkOf(offset).fields();
    }
}
