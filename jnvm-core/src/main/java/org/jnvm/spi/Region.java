package org.jnvm.spi;

/**
 * One mapped chunk of a heap, as generated code sees it: field access by reference word and offset.
 *
 * <p>Object offsets count block headers: the master block's header is at 0, its payload at 8 to 255, the payload of the
 * k-th further block at {@code 256 k + 8} to {@code 256 k + 255}. No field straddles two blocks.
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

    /** Reads a {@code byte} field at {@code off} (at most 255) of the object {@code ref} in this chunk. */
    public abstract byte getByte(long ref, int off);

    /** Reads a {@code boolean} field; see {@link #getByte(long, int)}. */
    public final boolean getBoolean(long ref, int off) {
        return getByte(ref, off) != 0;
    }

    /** Reads a {@code short} field; see {@link #getByte(long, int)}. */
    public abstract short getShort(long ref, int off);

    /** Reads a {@code char} field; see {@link #getByte(long, int)}. */
    public final char getChar(long ref, int off) {
        return (char) getShort(ref, off);
    }

    /** Reads an {@code int} field; see {@link #getByte(long, int)}. */
    public abstract int getInt(long ref, int off);

    /** Reads a {@code float} field; see {@link #getByte(long, int)}. */
    public final float getFloat(long ref, int off) {
        return Float.intBitsToFloat(getInt(ref, off));
    }

    /** Reads a {@code long} field or a reference word; see {@link #getByte(long, int)}. */
    public abstract long getLong(long ref, int off);

    /** Reads a {@code double} field; see {@link #getByte(long, int)}. */
    public final double getDouble(long ref, int off) {
        return Double.longBitsToDouble(getLong(ref, off));
    }

    /** Writes a {@code byte} field at {@code off} (at most 255) of the object {@code ref} in this chunk. */
    public abstract void putByte(long ref, int off, byte value);

    /** Writes a {@code boolean} field; see {@link #putByte(long, int, byte)}. */
    public final void putBoolean(long ref, int off, boolean value) {
        putByte(ref, off, value ? (byte) 1 : (byte) 0);
    }

    /** Writes a {@code short} field; see {@link #putByte(long, int, byte)}. */
    public abstract void putShort(long ref, int off, short value);

    /** Writes a {@code char} field; see {@link #putByte(long, int, byte)}. */
    public final void putChar(long ref, int off, char value) {
        putShort(ref, off, (short) value);
    }

    /** Writes an {@code int} field; see {@link #putByte(long, int, byte)}. */
    public abstract void putInt(long ref, int off, int value);

    /** Writes a {@code float} field; see {@link #putByte(long, int, byte)}. */
    public final void putFloat(long ref, int off, float value) {
        putInt(ref, off, Float.floatToRawIntBits(value));
    }

    /** Writes a {@code long} field; see {@link #putByte(long, int, byte)}. References go through {@link Access}. */
    public abstract void putLong(long ref, int off, long value);

    /** Writes a {@code double} field; see {@link #putByte(long, int, byte)}. */
    public final void putDouble(long ref, int off, double value) {
        putLong(ref, off, Double.doubleToRawLongBits(value));
    }

    /**
     * Returns the place of the block that holds object offset {@code off}, as a reference word that, with offset
     * {@code off & 255}, addresses the field in {@link #at}'s region.
     *
     * @param ref the reference word of the object
     * @param blocks the block offsets, or null if the object is contiguous
     * @param off an object offset
     * @return {@code ref} moved to the block of {@code off}
     */
    public static long far(long ref, long[] blocks, int off) {
        return blocks == null ? ref + (off & ~0xFFL) : blocks[off >>> 8];
    }

    /**
     * Returns the region of a place that {@link #far} computed.
     *
     * @param place the place
     * @return this region if it holds the place, else the region of the same heap that does
     */
    public abstract Region at(long place);
}
