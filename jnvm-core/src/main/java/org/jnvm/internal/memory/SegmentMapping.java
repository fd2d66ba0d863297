package org.jnvm.internal.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.channels.FileChannel;

/** Maps a file as a segment, which JDK 17 to 21 cannot; a class of its own, as they must not initialise it. */
final class SegmentMapping {
    private static final MethodHandle MAP = find();

    private SegmentMapping() {}

    /** Maps bytes of a file, as long as the segment is reachable. */
    static MemorySegment map(FileChannel channel, FileChannel.MapMode mapMode, long start, long end)
            throws IOException {
        try {
            return (MemorySegment) MAP.invokeExact(channel, mapMode, start, end - start, Arena.ofAuto());
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("cannot map the heap file", e);
        }
    }

    /** {@code FileChannel.map(MapMode, long, long, Arena)}, which JDK 17 to 21 do not declare. */
    private static MethodHandle find() {
        try {
            MethodType type = MethodType.methodType(
                    MemorySegment.class, FileChannel.MapMode.class, long.class, long.class, Arena.class);
            return MethodHandles.lookup().findVirtual(FileChannel.class, "map", type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
