package org.jnvm.internal.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.spi.Region;
import sun.misc.Unsafe;

/**
 * A mapped chunk: the only code of J-NVM that touches persistent memory.
 *
 * <p>From JDK 22 on the route is a mapped {@code MemorySegment}, before that {@code sun.misc.Unsafe}; both start
 * without a flag and without a warning. Where the program opens {@code java.base/jdk.internal.misc} to us, it is the
 * {@code Unsafe} in there. The route is a {@code static final} flag, so the JIT keeps one of the three.
 *
 * <p>Two kinds of methods: {@code get}/{@code put} are field accesses of programs, gated by the mode word (see
 * {@link Region}); {@code load}/{@code store} are the framework's own accesses by heap offset. Every store of either
 * kind passes {@link #recorded}, the seam for recorders and for domains that copy what is written. Native addresses do
 * not leave this class.
 *
 * <p>The mapping lives as long as this object is reachable; nothing unmaps it before.
 */
@SuppressWarnings({"removal", "deprecation"
}) // sun.misc.Unsafe memory access: only where there is nothing else (17 to 21)
public final class MappedRegion extends Region {
    private static final boolean OPENED = OpenedUnsafe.AVAILABLE;
    private static final boolean FOREIGN = Runtime.version().feature() >= 22;
    private static final Unsafe U = FOREIGN ? null : unsafe();
    private static final long ADDRESS_FIELD = FOREIGN ? 0 : addressField();
    private static final MethodHandle MAP_SEGMENT = FOREIGN ? mapSegment() : null;

    private final Mode mode;
    private final SlowPath slow;
    private final long start;
    private final long end;
    /** Keeps the mapping alive, and forces it; null in the freed region. */
    private final MappedByteBuffer buffer;
    /** Route of JDK 22 on. */
    private final MemorySegment segment;
    /** Native address that heap offset 0 would have. */
    private final long bias;
    /** Place that heap offset 0 would have: a native address, or, in the segment route, an offset in the segment. */
    private final long placeOfZero;

    private MappedRegion(
            Mode mode, SlowPath slow, long start, long end, MappedByteBuffer buffer, MemorySegment segment, long bias) {
        this.mode = mode;
        this.slow = slow;
        this.start = start;
        this.end = end;
        this.buffer = buffer;
        this.segment = segment;
        this.bias = bias;
        this.placeOfZero = FOREIGN && !OPENED ? -start : bias;
    }

    /**
     * Maps a chunk whose bytes are all in the file already.
     *
     * @param channel the heap file
     * @param mapMode how to map: read-write, or read-write with {@code MAP_SYNC}
     * @param start heap offset of the chunk in bytes
     * @param end heap offset after the chunk
     * @param mode the heap's mode
     * @param slow the heap's slow paths
     * @return the mapped chunk
     * @throws IOException if it cannot be mapped
     */
    public static MappedRegion map(
            FileChannel channel, FileChannel.MapMode mapMode, long start, long end, Mode mode, SlowPath slow)
            throws IOException {
        if (FOREIGN) {
            MemorySegment segment;
            try {
                segment = (MemorySegment) MAP_SEGMENT.invoke(channel, mapMode, start, end - start, Arena.ofAuto());
            } catch (IOException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IOException("cannot map the heap file", e);
            }
            MappedByteBuffer buffer = (MappedByteBuffer) segment.asByteBuffer().order(ByteOrder.nativeOrder());
            return new MappedRegion(mode, slow, start, end, buffer, segment, segment.address() - start);
        }
        MappedByteBuffer buffer = channel.map(mapMode, start, end - start);
        return new MappedRegion(mode, slow, start, end, buffer, null, U.getLong(buffer, ADDRESS_FIELD) - start);
    }

    /** Returns a region that hands every access to {@code slow}: proxies of freed objects point to it. */
    public static MappedRegion freed(SlowPath slow) {
        return new MappedRegion(Mode.freed(), slow, 0, 0, null, null, 0);
    }

    /** Returns what the access route is, for people. */
    public static String route() {
        if (OPENED) {
            return "opened jdk.internal.misc.Unsafe";
        }
        return FOREIGN ? "mapped MemorySegment" : "sun.misc.Unsafe";
    }

    /** Tells whether proxies of freed objects point here. */
    public boolean isFreed() {
        return buffer == null;
    }

    /** Returns the heap's slow paths, by which its owner is found. */
    public SlowPath owner() {
        return slow;
    }

    /** Tells whether a heap offset lies in this chunk. */
    public boolean holds(long offset) {
        return offset >= start && offset < end;
    }

    /** Returns the heap offset after the chunk. */
    public long end() {
        return end;
    }

    // ---- field access of programs ----

    @Override
    public byte getByte(long place, int off) {
        if (mode.word == 0) {
            return readByte(place + off);
        }
        long offset = slow.placeToRead(this, place, off);
        return slow.regionOf(offset).loadByte(offset);
    }

    @Override
    public short getShort(long place, int off) {
        if (mode.word == 0) {
            return readShort(place + off);
        }
        long offset = slow.placeToRead(this, place, off);
        return slow.regionOf(offset).loadShort(offset);
    }

    @Override
    public int getInt(long place, int off) {
        if (mode.word == 0) {
            return readInt(place + off);
        }
        long offset = slow.placeToRead(this, place, off);
        return slow.regionOf(offset).loadInt(offset);
    }

    @Override
    public long getLong(long place, int off) {
        if (mode.word == 0) {
            return readLong(place + off);
        }
        long offset = slow.placeToRead(this, place, off);
        return slow.regionOf(offset).loadLong(offset);
    }

    @Override
    public void putByte(long place, int off, byte value) {
        if (mode.word == 0) {
            writeByte(place + off, value);
        } else {
            long offset = slow.placeToWrite(this, place, off);
            slow.regionOf(offset).storeByte(offset, value);
        }
    }

    @Override
    public void putShort(long place, int off, short value) {
        if (mode.word == 0) {
            writeShort(place + off, value);
        } else {
            long offset = slow.placeToWrite(this, place, off);
            slow.regionOf(offset).storeShort(offset, value);
        }
    }

    @Override
    public void putInt(long place, int off, int value) {
        if (mode.word == 0) {
            writeInt(place + off, value);
        } else {
            long offset = slow.placeToWrite(this, place, off);
            slow.regionOf(offset).storeInt(offset, value);
        }
    }

    @Override
    public void putLong(long place, int off, long value) {
        if (mode.word == 0) {
            writeLong(place + off, value);
        } else {
            long offset = slow.placeToWrite(this, place, off);
            slow.regionOf(offset).storeLong(offset, value);
        }
    }

    @Override
    public long place(long ref) {
        return isFreed() ? ref : Reference.offset(ref) + placeOfZero;
    }

    /** Returns the heap offset of a place; of the freed region, the reference word that the place was made from. */
    public long offsetOf(long place) {
        return place - placeOfZero;
    }

    @Override
    public Region at(long ref) {
        long offset = Reference.offset(ref);
        return isFreed() || holds(offset) ? this : slow.regionOf(offset);
    }

    // ---- the framework's own access, by heap offset ----

    /** Loads a byte. */
    public byte loadByte(long offset) {
        return readByte(offset + placeOfZero);
    }

    /** Loads an aligned short. */
    public short loadShort(long offset) {
        return readShort(offset + placeOfZero);
    }

    /** Loads an aligned int. */
    public int loadInt(long offset) {
        return readInt(offset + placeOfZero);
    }

    /** Loads an aligned long. */
    public long loadLong(long offset) {
        return readLong(offset + placeOfZero);
    }

    /** Loads a word that another thread may have published with {@link #storeLongRelease}. */
    public long loadLongAcquire(long offset) {
        long value = loadLong(offset);
        VarHandle.acquireFence();
        return value;
    }

    /** Stores a byte. */
    public void storeByte(long offset, byte value) {
        writeByte(offset + placeOfZero, value);
        recorded(offset, 1);
    }

    /** Stores an aligned short. */
    public void storeShort(long offset, short value) {
        writeShort(offset + placeOfZero, value);
        recorded(offset, 2);
    }

    /** Stores an aligned int. */
    public void storeInt(long offset, int value) {
        writeInt(offset + placeOfZero, value);
        recorded(offset, 4);
    }

    /** Stores an aligned long. */
    public void storeLong(long offset, long value) {
        writeLong(offset + placeOfZero, value);
        recorded(offset, 8);
    }

    /** Stores a header, valid, commit or root word: no earlier store may be seen or written back after it. */
    public void storeLongRelease(long offset, long value) {
        VarHandle.releaseFence();
        writeLong(offset + placeOfZero, value);
        recorded(offset, 8);
    }

    /** Loads bytes into an array. */
    public void loadBytes(long offset, byte[] target, int from, int length) {
        buffer.get((int) (offset - start), target, from, length);
    }

    /** Stores bytes from an array; in no particular order. */
    public void storeBytes(long offset, byte[] source, int from, int length) {
        buffer.put((int) (offset - start), source, from, length);
        recorded(offset, length);
    }

    /**
     * Zeroes whole words.
     *
     * @param offset a multiple of 8
     * @param length a multiple of 8
     */
    public void zero(long offset, int length) {
        for (int i = 0; i < length; i += 8) {
            writeLong(offset + i + placeOfZero, 0);
        }
        recorded(offset, length);
    }

    /** Copies the payload of a block to a block of the same or another chunk, word by word; headers stay. */
    public static void copyPayload(MappedRegion source, long from, MappedRegion target, long to) {
        for (int i = BlockLayout.PAYLOAD_OFFSET; i < BlockLayout.BLOCK_BYTES; i += 8) {
            target.writeLong(to + i + target.placeOfZero, source.loadLong(from + i));
        }
        target.recorded(to + BlockLayout.PAYLOAD_OFFSET, BlockLayout.PAYLOAD_BYTES);
    }

    /** Writes back the cache line that holds an offset. */
    public void pwb(long offset) {
        WriteBack how = mode.writeBack();
        if (how == WriteBack.INTRINSIC) {
            WriteBack.intrinsicLine(bias + offset);
        } else if (how == WriteBack.FORCE) {
            buffer.force((int) (offset - start) & -BlockLayout.LINE_BYTES, BlockLayout.LINE_BYTES);
        }
        if (mode.is(Mode.RECORDING)) {
            mode.recorder().writtenBack(offset & -BlockLayout.LINE_BYTES);
        }
    }

    /** Writes back the lines of a range that does not leave this chunk. */
    public void pwb(long offset, long length) {
        for (long line = offset & -BlockLayout.LINE_BYTES; line < offset + length; line += BlockLayout.LINE_BYTES) {
            pwb(line);
        }
    }

    /** Forces the chunk to its device. */
    public void force() {
        buffer.force();
    }

    // ---- the routes: by place ----

    private byte readByte(long place) {
        if (OPENED) {
            return OpenedUnsafe.getByte(place);
        }
        return FOREIGN ? segment.get(ValueLayout.JAVA_BYTE, place) : U.getByte(place);
    }

    private void writeByte(long place, byte value) {
        if (OPENED) {
            OpenedUnsafe.putByte(place, value);
        } else if (FOREIGN) {
            segment.set(ValueLayout.JAVA_BYTE, place, value);
        } else {
            U.putByte(place, value);
        }
    }

    private short readShort(long place) {
        if (OPENED) {
            return OpenedUnsafe.getShort(place);
        }
        return FOREIGN ? segment.get(ValueLayout.JAVA_SHORT, place) : U.getShort(place);
    }

    private void writeShort(long place, short value) {
        if (OPENED) {
            OpenedUnsafe.putShort(place, value);
        } else if (FOREIGN) {
            segment.set(ValueLayout.JAVA_SHORT, place, value);
        } else {
            U.putShort(place, value);
        }
    }

    private int readInt(long place) {
        if (OPENED) {
            return OpenedUnsafe.getInt(place);
        }
        return FOREIGN ? segment.get(ValueLayout.JAVA_INT, place) : U.getInt(place);
    }

    private void writeInt(long place, int value) {
        if (OPENED) {
            OpenedUnsafe.putInt(place, value);
        } else if (FOREIGN) {
            segment.set(ValueLayout.JAVA_INT, place, value);
        } else {
            U.putInt(place, value);
        }
    }

    private long readLong(long place) {
        if (OPENED) {
            return OpenedUnsafe.getLong(place);
        }
        return FOREIGN ? segment.get(ValueLayout.JAVA_LONG, place) : U.getLong(place);
    }

    private void writeLong(long place, long value) {
        if (OPENED) {
            OpenedUnsafe.putLong(place, value);
        } else if (FOREIGN) {
            segment.set(ValueLayout.JAVA_LONG, place, value);
        } else {
            U.putLong(place, value);
        }
    }

    private void recorded(long offset, int length) {
        if (mode.is(Mode.RECORDING)) {
            byte[] bytes = new byte[length];
            loadBytes(offset, bytes, 0, length);
            mode.recorder().stored(offset, bytes);
        }
    }

    private static Unsafe unsafe() {
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

    /** {@code FileChannel.map(MapMode, long, long, Arena)}, which JDK 17 to 21 do not declare. */
    private static MethodHandle mapSegment() {
        try {
            MethodType type = MethodType.methodType(
                    MemorySegment.class, FileChannel.MapMode.class, long.class, long.class, Arena.class);
            return MethodHandles.lookup().findVirtual(FileChannel.class, "map", type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
