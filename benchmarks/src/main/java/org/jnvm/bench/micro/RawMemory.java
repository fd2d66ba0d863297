package org.jnvm.bench.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The floor that proxies are measured against: a mapped file, read and written without any framework.
 *
 * <p>Access by native address is {@code sun.misc.Unsafe} on JDK 17 to 21 and {@code jdk.internal.misc.Unsafe} (the same
 * intrinsic, without the deprecation check) from 22 on, through constant method handles: one machine instruction each.
 * From JDK 22 on the mapping is a {@code MemorySegment}, which can be accessed too, through constant method handles
 * because JDK 17 has no such class.
 */
public final class RawMemory {
    /** Whether there are memory segments. */
    static final boolean SEGMENTS = Runtime.version().feature() >= 22;

    private static final int PIECE_BYTES = 1 << 20;

    private static final MethodHandle COPY;
    private static final long BYTES_BASE;
    private static final MethodHandle GET_INT;
    private static final MethodHandle PUT_INT;
    private static final MethodHandle GET_LONG;
    private static final MethodHandle PUT_LONG;
    private static final MethodHandle SEGMENT_GET_LONG;
    private static final MethodHandle SEGMENT_PUT_LONG;

    static {
        try {
            Class<?> type = Class.forName(SEGMENTS ? "jdk.internal.misc.Unsafe" : "sun.misc.Unsafe");
            Object unsafe = unsafe(type);
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            COPY = lookup.findVirtual(
                            type,
                            "copyMemory",
                            MethodType.methodType(
                                    void.class, Object.class, long.class, Object.class, long.class, long.class))
                    .bindTo(unsafe);
            BYTES_BASE = type.getField("ARRAY_BYTE_BASE_OFFSET").getLong(null);
            GET_INT = lookup.findVirtual(type, "getInt", MethodType.methodType(int.class, long.class))
                    .bindTo(unsafe);
            GET_LONG = lookup.findVirtual(type, "getLong", MethodType.methodType(long.class, long.class))
                    .bindTo(unsafe);
            PUT_INT = lookup.findVirtual(type, "putInt", MethodType.methodType(void.class, long.class, int.class))
                    .bindTo(unsafe);
            PUT_LONG = lookup.findVirtual(type, "putLong", MethodType.methodType(void.class, long.class, long.class))
                    .bindTo(unsafe);
            SEGMENT_GET_LONG = SEGMENTS ? segmentAccess("get", long.class) : null;
            SEGMENT_PUT_LONG = SEGMENTS ? segmentAccess("set", void.class, long.class) : null;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Object mapping;
    private final long address;

    private RawMemory(Object mapping, long address) {
        this.mapping = mapping;
        this.address = address;
    }

    /** Returns the one instance of a class {@code Unsafe}. */
    static Object unsafe(Class<?> type) throws ReflectiveOperationException {
        Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return field.get(null);
    }

    /** {@code MemorySegment.get/set(OfLong, long, ...)} with the layout bound, as (Object segment, long offset, ...). */
    private static MethodHandle segmentAccess(String name, Class<?> result, Class<?>... value)
            throws ReflectiveOperationException {
        Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
        Class<?> layout = Class.forName("java.lang.foreign.ValueLayout$OfLong");
        Object javaLong = Class.forName("java.lang.foreign.ValueLayout")
                .getField("JAVA_LONG")
                .get(null);
        MethodHandle access = MethodHandles.lookup()
                .findVirtual(
                        segment,
                        name,
                        MethodType.methodType(result, layout, long.class).appendParameterTypes(value));
        access = MethodHandles.insertArguments(access, 1, javaLong);
        return access.asType(access.type().changeParameterType(0, Object.class));
    }

    /**
     * Maps a new file.
     *
     * @param path the file
     * @param bytes its size, written with zeros
     * @return the mapping
     */
    public static RawMemory map(Path path, int bytes) {
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int done = 0; done < bytes; done += PIECE_BYTES) {
                channel.write(ByteBuffer.allocate(Math.min(PIECE_BYTES, bytes - done)), done);
            }
            if (SEGMENTS) {
                return mapSegment(channel, bytes);
            }
            MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Object unsafe = unsafe(type);
            Object field = type.getMethod("objectFieldOffset", Field.class)
                    .invoke(unsafe, Buffer.class.getDeclaredField("address"));
            Object address = type.getMethod("getLong", Object.class, long.class).invoke(unsafe, buffer, field);
            return new RawMemory(buffer, (long) address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("raw memory cannot be had", e);
        }
    }

    private static RawMemory mapSegment(FileChannel channel, long bytes) throws ReflectiveOperationException {
        Class<?> arena = Class.forName("java.lang.foreign.Arena");
        Object segment = FileChannel.class
                .getMethod("map", FileChannel.MapMode.class, long.class, long.class, arena)
                .invoke(
                        channel,
                        FileChannel.MapMode.READ_WRITE,
                        0L,
                        bytes,
                        arena.getMethod("ofAuto").invoke(null));
        Object address = Class.forName("java.lang.foreign.MemorySegment")
                .getMethod("address")
                .invoke(segment);
        return new RawMemory(segment, (long) address);
    }

    /** Returns the native address of the first byte; keep this object reachable while it is used. */
    public long address() {
        return address;
    }

    /** Returns the {@code MemorySegment}; only from JDK 22 on. */
    Object segment() {
        if (!SEGMENTS) {
            throw new UnsupportedOperationException("memory segments need JDK 22");
        }
        return mapping;
    }

    /** Copies an array to memory. */
    public static void copy(byte[] from, long to) {
        try {
            COPY.invokeExact((Object) from, BYTES_BASE, (Object) null, to, (long) from.length);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Copies memory to an array. */
    public static void copy(long from, byte[] to) {
        try {
            COPY.invokeExact((Object) null, from, (Object) to, BYTES_BASE, (long) to.length);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static int getInt(long address) {
        try {
            return (int) GET_INT.invokeExact(address);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static void putInt(long address, int value) {
        try {
            PUT_INT.invokeExact(address, value);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Reads a word. */
    public static long getLong(long address) {
        try {
            return (long) GET_LONG.invokeExact(address);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Stores a word. */
    public static void putLong(long address, long value) {
        try {
            PUT_LONG.invokeExact(address, value);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static long getLong(Object segment, long offset) {
        try {
            return (long) SEGMENT_GET_LONG.invokeExact(segment, offset);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static void putLong(Object segment, long offset, long value) {
        try {
            SEGMENT_PUT_LONG.invokeExact(segment, offset, value);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
