package java.lang.foreign;

import java.nio.Buffer;
import java.nio.ByteBuffer;

/** Signatures of the JDK 22 API that jnvm-core calls; compile-time only, never packaged. */
public interface MemorySegment {
    static MemorySegment ofBuffer(Buffer buffer) {
        throw new UnsupportedOperationException();
    }

    long address();

    ByteBuffer asByteBuffer();

    byte get(ValueLayout.OfByte layout, long offset);

    void set(ValueLayout.OfByte layout, long offset, byte value);

    short get(ValueLayout.OfShort layout, long offset);

    void set(ValueLayout.OfShort layout, long offset, short value);

    int get(ValueLayout.OfInt layout, long offset);

    void set(ValueLayout.OfInt layout, long offset, int value);

    long get(ValueLayout.OfLong layout, long offset);

    void set(ValueLayout.OfLong layout, long offset, long value);

    static void copy(
            MemorySegment source, ValueLayout layout, long offset, Object array, int arrayIndex, int arrayCount) {
        throw new UnsupportedOperationException();
    }

    static void copy(
            Object array, int arrayIndex, MemorySegment target, ValueLayout layout, long offset, int arrayCount) {
        throw new UnsupportedOperationException();
    }
}
