package org.jnvm.spi;

import java.lang.ref.Reference;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.FieldRegion;
import org.jspecify.annotations.Nullable;

/**
 * One mapped chunk of a heap, as generated code sees it: field access by tagged pointer and offset.
 *
 * <p>An object offset is the distance from the object's header, which is at 0, in a slot, a block or an extent. Of linked blocks
 * each has 248 of the bytes from 8 on. No field straddles two blocks.
 *
 * <p>A <em>tagged pointer</em> is where a block lies, in a form that only this region understands: {@link #pointer} makes
 * it from a reference word, once for each proxy, so that an access needs no further address arithmetic.
 *
 * <p>While no failure-atomic block is open anywhere and the pointer is a plain one (no recorder, no checked heap, not
 * freed), the access goes straight to memory, after one test. Otherwise it is redirected to the in-flight copy of the
 * calling thread's failure-atomic block, recorded, checked, or refused.
 *
 * <p>Each access comes in two forms. The static one is the faster where memory has addresses, since the way to memory
 * needs nothing of the region, and tells a proxy that has no region yet. There is one subclass, so that calls are bound
 * statically and inlined by the JIT. Plain (non-volatile) access semantics; longs and references are never torn. A store
 * is durable as the heap's durability domain says.
 */
public abstract class Region {
    /** For the one subclass in core. */
    protected Region() {}

    // ---- generated code ----

    /**
     * Reads a {@code byte} field.
     *
     * @param region the proxy's region, or null
     * @param pointer the proxy's tagged pointer, 0 if the region is null
     * @param off how far the field is from there: see {@link #within}; of an object without linked blocks any object offset
     * @return its value
     * @throws org.jnvm.StaleObjectException if the object was freed, or has no persistent part yet
     */
    public static byte getByte(@Nullable Region region, long pointer, int off) {
        if (FieldRegion.isDirect(pointer)) {
            byte value = FieldRegion.loadByte(pointer, off);
            Reference.reachabilityFence(region);
            return value;
        }
        return bound(region).getByte(pointer, off);
    }

    /** Reads a {@code short} field; see {@link #getByte(Region, long, int)}. */
    public static short getShort(@Nullable Region region, long pointer, int off) {
        if (FieldRegion.isDirect(pointer)) {
            short value = FieldRegion.loadShort(pointer, off);
            Reference.reachabilityFence(region);
            return value;
        }
        return bound(region).getShort(pointer, off);
    }

    /** Reads an {@code int} field; see {@link #getByte(Region, long, int)}. */
    public static int getInt(@Nullable Region region, long pointer, int off) {
        if (FieldRegion.isDirect(pointer)) {
            int value = FieldRegion.loadInt(pointer, off);
            Reference.reachabilityFence(region);
            return value;
        }
        return bound(region).getInt(pointer, off);
    }

    /** Reads a {@code long} field or a reference word; see {@link #getByte(Region, long, int)}. */
    public static long getLong(@Nullable Region region, long pointer, int off) {
        if (FieldRegion.isDirect(pointer)) {
            long value = FieldRegion.loadLong(pointer, off);
            Reference.reachabilityFence(region);
            return value;
        }
        return bound(region).getLong(pointer, off);
    }

    /** Reads a {@code boolean} field; see {@link #getByte(Region, long, int)}. */
    public static boolean getBoolean(@Nullable Region region, long pointer, int off) {
        return getByte(region, pointer, off) != 0;
    }

    /** Reads a {@code char} field; see {@link #getByte(Region, long, int)}. */
    public static char getChar(@Nullable Region region, long pointer, int off) {
        return (char) getShort(region, pointer, off);
    }

    /** Reads a {@code float} field; see {@link #getByte(Region, long, int)}. */
    public static float getFloat(@Nullable Region region, long pointer, int off) {
        return Float.intBitsToFloat(getInt(region, pointer, off));
    }

    /** Reads a {@code double} field; see {@link #getByte(Region, long, int)}. */
    public static double getDouble(@Nullable Region region, long pointer, int off) {
        return Double.longBitsToDouble(getLong(region, pointer, off));
    }

    /**
     * Writes a {@code byte} field.
     *
     * @param region the proxy's region, or null
     * @param pointer the proxy's tagged pointer, 0 if the region is null
     * @param off the offset of the field; see {@link #getByte(Region, long, int)}
     * @param value its new value
     * @throws org.jnvm.StaleObjectException if the object was freed, or has no persistent part yet
     */
    public static void putByte(@Nullable Region region, long pointer, int off, byte value) {
        if (FieldRegion.isDirectForStores(pointer)) {
            FieldRegion.storeByte(pointer, off, value);
            Reference.reachabilityFence(region);
        } else {
            bound(region).putByte(pointer, off, value);
        }
    }

    /** Writes a {@code short} field; see {@link #putByte(Region, long, int, byte)}. */
    public static void putShort(@Nullable Region region, long pointer, int off, short value) {
        if (FieldRegion.isDirectForStores(pointer)) {
            FieldRegion.storeShort(pointer, off, value);
            Reference.reachabilityFence(region);
        } else {
            bound(region).putShort(pointer, off, value);
        }
    }

    /** Writes an {@code int} field; see {@link #putByte(Region, long, int, byte)}. */
    public static void putInt(@Nullable Region region, long pointer, int off, int value) {
        if (FieldRegion.isDirectForStores(pointer)) {
            FieldRegion.storeInt(pointer, off, value);
            Reference.reachabilityFence(region);
        } else {
            bound(region).putInt(pointer, off, value);
        }
    }

    /**
     * Writes a {@code long} field; see {@link #putByte(Region, long, int, byte)}. References go through {@code
     * org.jnvm.runtime.FieldAccess}.
     */
    public static void putLong(@Nullable Region region, long pointer, int off, long value) {
        if (FieldRegion.isDirectForStores(pointer)) {
            FieldRegion.storeLong(pointer, off, value);
            Reference.reachabilityFence(region);
        } else {
            bound(region).putLong(pointer, off, value);
        }
    }

    /** Writes a {@code boolean} field; see {@link #putByte(Region, long, int, byte)}. */
    public static void putBoolean(@Nullable Region region, long pointer, int off, boolean value) {
        putByte(region, pointer, off, value ? (byte) 1 : (byte) 0);
    }

    /** Writes a {@code char} field; see {@link #putByte(Region, long, int, byte)}. */
    public static void putChar(@Nullable Region region, long pointer, int off, char value) {
        putShort(region, pointer, off, (short) value);
    }

    /** Writes a {@code float} field; see {@link #putByte(Region, long, int, byte)}. */
    public static void putFloat(@Nullable Region region, long pointer, int off, float value) {
        putInt(region, pointer, off, Float.floatToRawIntBits(value));
    }

    /** Writes a {@code double} field; see {@link #putByte(Region, long, int, byte)}. */
    public static void putDouble(@Nullable Region region, long pointer, int off, double value) {
        putLong(region, pointer, off, Double.doubleToRawLongBits(value));
    }

    /**
     * Refuses a proxy without a region.
     *
     * @param region the proxy's region, or null
     * @return the region
     * @throws StaleObjectException if it is null: a constructor of a superclass uses the object before it is allocated
     */
    public static Region bound(@Nullable Region region) {
        if (region == null) {
            throw new StaleObjectException("object has no persistent part yet; a constructor of a superclass must not"
                    + " use persistent fields");
        }
        return region;
    }

    // ---- the same, of a region ----

    /** Reads a {@code byte} field at {@code off} (at most 255) of the block at {@code pointer}. */
    public abstract byte getByte(long pointer, int off);

    /** Reads a {@code boolean} field; see {@link #getByte(long, int)}. */
    public final boolean getBoolean(long pointer, int off) {
        return getByte(pointer, off) != 0;
    }

    /** Reads a {@code short} field; see {@link #getByte(long, int)}. */
    public abstract short getShort(long pointer, int off);

    /** Reads a {@code char} field; see {@link #getByte(long, int)}. */
    public final char getChar(long pointer, int off) {
        return (char) getShort(pointer, off);
    }

    /** Reads an {@code int} field; see {@link #getByte(long, int)}. */
    public abstract int getInt(long pointer, int off);

    /** Reads a {@code float} field; see {@link #getByte(long, int)}. */
    public final float getFloat(long pointer, int off) {
        return Float.intBitsToFloat(getInt(pointer, off));
    }

    /** Reads a {@code long} field or a reference word; see {@link #getByte(long, int)}. */
    public abstract long getLong(long pointer, int off);

    /** Reads a {@code double} field; see {@link #getByte(long, int)}. */
    public final double getDouble(long pointer, int off) {
        return Double.longBitsToDouble(getLong(pointer, off));
    }

    /** Writes a {@code byte} field at {@code off} (at most 255) of the block at {@code pointer}. */
    public abstract void putByte(long pointer, int off, byte value);

    /** Writes a {@code boolean} field; see {@link #putByte(long, int, byte)}. */
    public final void putBoolean(long pointer, int off, boolean value) {
        putByte(pointer, off, value ? (byte) 1 : (byte) 0);
    }

    /** Writes a {@code short} field; see {@link #putByte(long, int, byte)}. */
    public abstract void putShort(long pointer, int off, short value);

    /** Writes a {@code char} field; see {@link #putByte(long, int, byte)}. */
    public final void putChar(long pointer, int off, char value) {
        putShort(pointer, off, (short) value);
    }

    /** Writes an {@code int} field; see {@link #putByte(long, int, byte)}. */
    public abstract void putInt(long pointer, int off, int value);

    /** Writes a {@code float} field; see {@link #putByte(long, int, byte)}. */
    public final void putFloat(long pointer, int off, float value) {
        putInt(pointer, off, Float.floatToRawIntBits(value));
    }

    /**
     * Writes a {@code long} field; see {@link #putByte(long, int, byte)}. References go through {@code
     * org.jnvm.runtime.FieldAccess}.
     */
    public abstract void putLong(long pointer, int off, long value);

    /** Writes a {@code double} field; see {@link #putByte(long, int, byte)}. */
    public final void putDouble(long pointer, int off, double value) {
        putLong(pointer, off, Double.doubleToRawLongBits(value));
    }

    /**
     * Returns the tagged pointer of an object's first block, or of its slot.
     *
     * @param ref the reference word of the object
     * @param blocks the block offsets, or null; see {@link Proxy#$jnvm$bind}
     * @return the tagged pointer, for the accessors of this region only
     */
    public final long pointer(long ref, long @Nullable [] blocks) {
        return pointer(blocks != null && org.jnvm.internal.layout.Reference.isSlot(ref) ? blocks[0] : ref);
    }

    /**
     * Returns the tagged pointer of a block or slot of this chunk, or of a field.
     *
     * @param ref a reference word, or a heap offset, of the block or slot; or the heap offset of a field
     * @return the tagged pointer, for the accessors of this region only: of where an object begins with the object offset of a
     *     field, of a field with 0. With anything else in between an access does not see what its failure-atomic block wrote
     */
    public abstract long pointer(long ref);

    /**
     * Returns where the fields of an object begin.
     *
     * @param ref the reference word of the object
     * @return {@code ref}; of an object that has outgrown its slot the heap offset of its first block
     */
    public abstract long start(long ref);

    /**
     * Returns where to get a pointer for a field.
     *
     * @param ref the reference word of the object
     * @param blocks the offsets of the object's linked blocks, or null if its bytes lie one behind the other
     * @param off the object offset of the field
     * @return {@link #start} if it lies within 256 bytes, else its own heap offset; for {@link #at} and {@link #pointer}
     * @throws org.jnvm.StaleObjectException in a checked heap, if the object was freed
     */
    public final long far(long ref, long @Nullable [] blocks, int off) {
        if (off < BlockLayout.BLOCK_BYTES) {
            return start(ref);
        }
        check(ref); // what lies there cannot be told from part of another object
        return blocks == null
                ? org.jnvm.internal.layout.Reference.offset(ref) + off
                : blocks[BlockLayout.linkedBlock(off)] + BlockLayout.inLinkedBlock(off);
    }

    /** Returns how far a field is from where {@link #far} gets a pointer for it. */
    public static int within(int off) {
        return off < BlockLayout.BLOCK_BYTES ? off : 0;
    }

    /**
     * Refuses an object that was freed, in a checked heap; for accesses by heap offset, which cannot tell.
     *
     * @param ref the reference word of a proxy
     * @throws org.jnvm.StaleObjectException if the object was freed since the proxy was made
     */
    public abstract void check(long ref);

    /**
     * Returns the region of a block of the same heap.
     *
     * @param ref a reference word, or a heap offset, of the block
     * @return this region if it holds the block, else the one that does
     */
    public abstract Region at(long ref);

    /** Reads a {@code byte} of the same heap, by heap offset; see {@link #getByte(long, int)}. */
    public final byte getByteAt(long offset) {
        Region region = at(offset);
        return region.getByte(region.pointer(offset), 0);
    }

    /** Writes a {@code byte} of the same heap, by heap offset; see {@link #putByte(long, int, byte)}. */
    public final void putByteAt(long offset, byte value) {
        Region region = at(offset);
        region.putByte(region.pointer(offset), 0, value);
    }

    /** Reads a {@code short} of the same heap, by heap offset; see {@link #getByte(long, int)}. */
    public final short getShortAt(long offset) {
        Region region = at(offset);
        return region.getShort(region.pointer(offset), 0);
    }

    /** Writes a {@code short} of the same heap, by heap offset; see {@link #putByte(long, int, byte)}. */
    public final void putShortAt(long offset, short value) {
        Region region = at(offset);
        region.putShort(region.pointer(offset), 0, value);
    }

    /** Reads an {@code int} of the same heap, by heap offset; see {@link #getByte(long, int)}. */
    public final int getIntAt(long offset) {
        Region region = at(offset);
        return region.getInt(region.pointer(offset), 0);
    }

    /** Writes an {@code int} of the same heap, by heap offset; see {@link #putByte(long, int, byte)}. */
    public final void putIntAt(long offset, int value) {
        Region region = at(offset);
        region.putInt(region.pointer(offset), 0, value);
    }

    /** Reads a word of the same heap, by heap offset; see {@link #getLong(long, int)}. */
    public final long getLongAt(long offset) {
        Region region = at(offset);
        return region.getLong(region.pointer(offset), 0);
    }

    /** Writes a word of the same heap, by heap offset; see {@link #putLong(long, int, long)}. */
    public final void putLongAt(long offset, long value) {
        Region region = at(offset);
        region.putLong(region.pointer(offset), 0, value);
    }
}
