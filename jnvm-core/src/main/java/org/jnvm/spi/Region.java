package org.jnvm.spi;

/**
 * One mapped chunk of a heap, as generated code sees it: field access by place and offset.
 *
 * <p>Object offsets count block headers: the master block's header is at 0, its payload at 8 to 255, the payload of the
 * k-th further block at {@code 256 k + 8} to {@code 256 k + 255}. No field straddles two blocks.
 *
 * <p>A <em>place</em> is where a block lies, in a form that only this region understands: {@link #place} makes it from
 * a reference word, once for each proxy, so that an access needs no further address arithmetic.
 *
 * <p>Each method tests the heap's mode word once. While it is zero (no failure-atomic block open anywhere, no recorder,
 * not closed, not poisoned) the access goes straight to memory. Otherwise it is redirected to the in-flight copy of the
 * calling thread's failure-atomic block, recorded, or refused.
 *
 * <p>There is one subclass, so that calls are bound statically and inlined by the JIT. Plain (non-volatile) access
 * semantics; longs and references are never torn. A store is durable as the heap's durability domain says.
 */
public abstract class Region {
    /** For the one subclass in core. */
    protected Region() {}

    /** Reads a {@code byte} field at {@code off} (at most 255) of the block at {@code place}. */
    public abstract byte getByte(long place, int off);

    /** Reads a {@code boolean} field; see {@link #getByte(long, int)}. */
    public final boolean getBoolean(long place, int off) {
        return getByte(place, off) != 0;
    }

    /** Reads a {@code short} field; see {@link #getByte(long, int)}. */
    public abstract short getShort(long place, int off);

    /** Reads a {@code char} field; see {@link #getByte(long, int)}. */
    public final char getChar(long place, int off) {
        return (char) getShort(place, off);
    }

    /** Reads an {@code int} field; see {@link #getByte(long, int)}. */
    public abstract int getInt(long place, int off);

    /** Reads a {@code float} field; see {@link #getByte(long, int)}. */
    public final float getFloat(long place, int off) {
        return Float.intBitsToFloat(getInt(place, off));
    }

    /** Reads a {@code long} field or a reference word; see {@link #getByte(long, int)}. */
    public abstract long getLong(long place, int off);

    /** Reads a {@code double} field; see {@link #getByte(long, int)}. */
    public final double getDouble(long place, int off) {
        return Double.longBitsToDouble(getLong(place, off));
    }

    /** Writes a {@code byte} field at {@code off} (at most 255) of the block at {@code place}. */
    public abstract void putByte(long place, int off, byte value);

    /** Writes a {@code boolean} field; see {@link #putByte(long, int, byte)}. */
    public final void putBoolean(long place, int off, boolean value) {
        putByte(place, off, value ? (byte) 1 : (byte) 0);
    }

    /** Writes a {@code short} field; see {@link #putByte(long, int, byte)}. */
    public abstract void putShort(long place, int off, short value);

    /** Writes a {@code char} field; see {@link #putByte(long, int, byte)}. */
    public final void putChar(long place, int off, char value) {
        putShort(place, off, (short) value);
    }

    /** Writes an {@code int} field; see {@link #putByte(long, int, byte)}. */
    public abstract void putInt(long place, int off, int value);

    /** Writes a {@code float} field; see {@link #putByte(long, int, byte)}. */
    public final void putFloat(long place, int off, float value) {
        putInt(place, off, Float.floatToRawIntBits(value));
    }

    /** Writes a {@code long} field; see {@link #putByte(long, int, byte)}. References go through {@link Access}. */
    public abstract void putLong(long place, int off, long value);

    /** Writes a {@code double} field; see {@link #putByte(long, int, byte)}. */
    public final void putDouble(long place, int off, double value) {
        putLong(place, off, Double.doubleToRawLongBits(value));
    }

    /**
     * Returns the place of a block of this chunk.
     *
     * @param ref a reference word, or a heap offset, of the block
     * @return the place, for the accessors of this region only
     */
    public abstract long place(long ref);

    /**
     * Returns which block holds an object offset.
     *
     * @param ref the reference word of the object
     * @param blocks the block offsets, or null if the object is contiguous
     * @param off an object offset
     * @return the heap offset of the block, maybe with {@code ref}'s high bits, for {@link #at} and {@link #place}
     */
    public static long far(long ref, long[] blocks, int off) {
        return blocks == null ? ref + (off & ~0xFFL) : blocks[off >>> 8];
    }

    /**
     * Returns the region of a block of the same heap.
     *
     * @param ref a reference word, or a heap offset, of the block
     * @return this region if it holds the block, else the one that does
     */
    public abstract Region at(long ref);

    /** Reads a word of the same heap, by heap offset; see {@link #getLong(long, int)}. */
    public final long getLongAt(long offset) {
        Region region = at(offset);
        return region.getLong(region.place(offset), 0);
    }

    /** Writes a word of the same heap, by heap offset; see {@link #putLong(long, int, long)}. */
    public final void putLongAt(long offset, long value) {
        Region region = at(offset);
        region.putLong(region.place(offset), 0, value);
    }
}
