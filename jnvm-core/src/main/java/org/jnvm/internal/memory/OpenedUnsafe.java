package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The JDK's internal {@code Unsafe}, where {@code java.base/jdk.internal.misc} is opened to us: through constant method
 * handles, which the JIT turns into the intrinsics themselves.
 */
final class OpenedUnsafe {
    /** The class, opened; null where it is not. */
    static final MethodHandles.Lookup LOOKUP = lookup();

    static final boolean AVAILABLE = LOOKUP != null;

    private static final MethodHandle GET_BYTE = getter("getByte", byte.class);
    private static final MethodHandle PUT_BYTE = setter("putByte", byte.class);
    private static final MethodHandle GET_SHORT = getter("getShort", short.class);
    private static final MethodHandle PUT_SHORT = setter("putShort", short.class);
    private static final MethodHandle GET_INT = getter("getInt", int.class);
    private static final MethodHandle PUT_INT = setter("putInt", int.class);
    private static final MethodHandle GET_LONG = getter("getLong", long.class);
    private static final MethodHandle PUT_LONG = setter("putLong", long.class);

    private static final MethodHandle COMPARE_AND_SET_LONG = compareAndSetter();
    private static final MethodHandle COPY_MEMORY = method(
            "copyMemory",
            MethodType.methodType(void.class, Object.class, long.class, Object.class, long.class, long.class));
    private static final MethodHandle ARRAY_BASE = arrayBase();

    private OpenedUnsafe() {}

    private static MethodHandles.Lookup lookup() {
        try {
            Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
            return MethodHandles.privateLookupIn(unsafe, MethodHandles.lookup());
        } catch (IllegalAccessException | ClassNotFoundException e) {
            return null; // not opened: the program takes another route
        }
    }

    /** Returns a method of the one instance of {@code Unsafe}, or null where it is not opened. */
    static MethodHandle method(String name, MethodType type) {
        if (!AVAILABLE) {
            return null;
        }
        try {
            Class<?> unsafe = LOOKUP.lookupClass();
            Object instance = LOOKUP.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe))
                    .invoke();
            return LOOKUP.findVirtual(unsafe, name, type).bindTo(instance);
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle getter(String name, Class<?> type) {
        return method(name, MethodType.methodType(type, long.class));
    }

    private static MethodHandle setter(String name, Class<?> type) {
        return method(name, MethodType.methodType(void.class, long.class, type));
    }

    private static MethodHandle compareAndSetter() {
        MethodHandle method = method(
                "compareAndSetLong",
                MethodType.methodType(boolean.class, Object.class, long.class, long.class, long.class));
        return method == null ? null : MethodHandles.insertArguments(method, 0, (Object) null);
    }

    /** Returns an int before JDK 25, a long from then on. */
    private static MethodHandle arrayBase() {
        Class<?> result = Runtime.version().feature() < 25 ? int.class : long.class;
        MethodHandle method = method("arrayBaseOffset", MethodType.methodType(result, Class.class));
        return method == null ? null : method.asType(MethodType.methodType(long.class, Class.class));
    }

    private static AssertionError failed(Throwable e) {
        return new AssertionError("access to a mapped page failed", e);
    }

    static byte getByte(long address) {
        try {
            return (byte) GET_BYTE.invokeExact(address);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static void putByte(long address, byte value) {
        try {
            PUT_BYTE.invokeExact(address, value);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static short getShort(long address) {
        try {
            return (short) GET_SHORT.invokeExact(address);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static void putShort(long address, short value) {
        try {
            PUT_SHORT.invokeExact(address, value);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static int getInt(long address) {
        try {
            return (int) GET_INT.invokeExact(address);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static void putInt(long address, int value) {
        try {
            PUT_INT.invokeExact(address, value);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static long getLong(long address) {
        try {
            return (long) GET_LONG.invokeExact(address);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static void putLong(long address, long value) {
        try {
            PUT_LONG.invokeExact(address, value);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static boolean compareAndSetLong(long address, long expected, long value) {
        try {
            return (boolean) COMPARE_AND_SET_LONG.invokeExact(address, expected, value);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static void copyMemory(Object source, long from, Object target, long to, long bytes) {
        try {
            COPY_MEMORY.invokeExact(source, from, target, to, bytes);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static long arrayBase(Object array) {
        try {
            return (long) ARRAY_BASE.invokeExact((Class<?>) array.getClass());
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }
}
