package org.jnvm.internal.memory;

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.MappedByteBuffer;
import sun.misc.Unsafe;

/** Memory by native address, on the routes that have such access; addresses do not leave this package. */
@SuppressWarnings({"removal", "deprecation"}) // sun.misc.Unsafe: only where there is nothing else (17 to 21)
final class NativeMemory {
    /** Whether the JDK has {@code java.lang.foreign}. */
    static final boolean FOREIGN = Runtime.version().feature() >= 22;
    /** Whether memory is accessed by native address, not by segment. */
    static final boolean ADDRESSED = OpenedUnsafe.AVAILABLE || !FOREIGN;

    private static final boolean OPENED = OpenedUnsafe.AVAILABLE;
    private static final Unsafe U = FOREIGN ? null : unsafe();
    private static final long ADDRESS_FIELD = FOREIGN ? 0 : addressField();

    private static final long[] ARRAY_BASES = ADDRESSED ? arrayBases() : null;

    private NativeMemory() {}

    /** Returns what the access route is, for people. */
    static String route() {
        if (OPENED) {
            return "opened jdk.internal.misc.Unsafe";
        }
        return FOREIGN ? "mapped MemorySegment" : "sun.misc.Unsafe";
    }

    /** Returns the native address of a buffer; only where there is no {@code java.lang.foreign}. */
    static long addressOf(MappedByteBuffer buffer) {
        return U.getLong(buffer, ADDRESS_FIELD);
    }

    static byte getByte(long address) {
        return OPENED ? OpenedUnsafe.getByte(address) : U.getByte(address);
    }

    static void putByte(long address, byte value) {
        if (OPENED) {
            OpenedUnsafe.putByte(address, value);
        } else {
            U.putByte(address, value);
        }
    }

    static short getShort(long address) {
        return OPENED ? OpenedUnsafe.getShort(address) : U.getShort(address);
    }

    static void putShort(long address, short value) {
        if (OPENED) {
            OpenedUnsafe.putShort(address, value);
        } else {
            U.putShort(address, value);
        }
    }

    static int getInt(long address) {
        return OPENED ? OpenedUnsafe.getInt(address) : U.getInt(address);
    }

    static void putInt(long address, int value) {
        if (OPENED) {
            OpenedUnsafe.putInt(address, value);
        } else {
            U.putInt(address, value);
        }
    }

    static long getLong(long address) {
        return OPENED ? OpenedUnsafe.getLong(address) : U.getLong(address);
    }

    static void putLong(long address, long value) {
        if (OPENED) {
            OpenedUnsafe.putLong(address, value);
        } else {
            U.putLong(address, value);
        }
    }

    static boolean compareAndSetLong(long address, long expected, long value) {
        return OPENED
                ? OpenedUnsafe.compareAndSetLong(address, expected, value)
                : U.compareAndSwapLong(null, address, expected, value);
    }

    /** Copies elements of an array of primitives to memory. */
    static void copyIn(Object array, int from, long address, int elementShift, int count) {
        long offset = ARRAY_BASES[elementShift] + ((long) from << elementShift);
        if (OPENED) {
            OpenedUnsafe.copyMemory(array, offset, null, address, (long) count << elementShift);
        } else {
            U.copyMemory(array, offset, null, address, (long) count << elementShift);
        }
    }

    /** Copies memory to elements of an array of primitives. */
    static void copyOut(long address, Object array, int from, int elementShift, int count) {
        long offset = ARRAY_BASES[elementShift] + ((long) from << elementShift);
        if (OPENED) {
            OpenedUnsafe.copyMemory(null, address, array, offset, (long) count << elementShift);
        } else {
            U.copyMemory(null, address, array, offset, (long) count << elementShift);
        }
    }

    /** Returns where element 0 is in arrays, by log2 of the bytes of an element. */
    private static long[] arrayBases() {
        Class<?>[] types = {byte[].class, short[].class, int[].class, long[].class};
        long[] bases = new long[types.length];
        for (int shift = 0; shift < bases.length; shift++) {
            bases[shift] = OPENED ? OpenedUnsafe.arrayBase(types[shift]) : U.arrayBaseOffset(types[shift]);
        }
        return bases;
    }

    /** Returns the one instance. */
    static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static long addressField() {
        try {
            return U.objectFieldOffset(Buffer.class.getDeclaredField("address"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
