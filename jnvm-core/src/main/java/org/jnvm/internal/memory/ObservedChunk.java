package org.jnvm.internal.memory;

import java.lang.foreign.MemorySegment;
import java.nio.MappedByteBuffer;
import org.jnvm.spi.Recorder;

/**
 * A chunk that tells the recorder of each load, and of each store, before it is done. Those of programs come here, too:
 * see {@link TaggedPointer}.
 */
final class ObservedChunk extends MappedChunk {
    private final Recorder recorder;

    ObservedChunk(
            HeapState state,
            SlowPath slow,
            long start,
            long end,
            long nextStart,
            MappedByteBuffer buffer,
            MemorySegment segment) {
        super(state, slow, start, end, nextStart, buffer, segment);
        this.recorder = state.recorder();
    }

    @Override
    public byte loadByte(long offset) {
        recorder.loading(offset, Byte.BYTES);
        return super.loadByte(offset);
    }

    @Override
    public short loadShort(long offset) {
        recorder.loading(offset, Short.BYTES);
        return super.loadShort(offset);
    }

    @Override
    public int loadInt(long offset) {
        recorder.loading(offset, Integer.BYTES);
        return super.loadInt(offset);
    }

    @Override
    public long loadLong(long offset) {
        recorder.loading(offset, Long.BYTES);
        return super.loadLong(offset);
    }

    /** Does nothing: nobody reads what would be loaded. */
    @Override
    public void fetch(long offset, long bytes) {
        // see above
    }

    /** Does nothing: nobody reads what would be loaded. */
    @Override
    public void fetchAll(long[] offsets, int count) {
        // see above
    }

    @Override
    public boolean compareAndSetLong(long offset, long expected, long value) {
        recorder.loading(offset, Long.BYTES);
        return super.compareAndSetLong(offset, expected, value);
    }

    @Override
    public void loadElements(long offset, Object array, int from, int count, int elementShift) {
        recorder.loading(offset, count << elementShift);
        super.loadElements(offset, array, from, count, elementShift);
    }

    @Override
    public void loadBytes(long offset, byte[] target, int from, int length) {
        recorder.loading(offset, length);
        super.loadBytes(offset, target, from, length);
    }

    @Override
    public void storeByte(long offset, byte value) {
        recorder.storing();
        super.storeByte(offset, value);
    }

    @Override
    public void storeShort(long offset, short value) {
        recorder.storing();
        super.storeShort(offset, value);
    }

    @Override
    public void storeInt(long offset, int value) {
        recorder.storing();
        super.storeInt(offset, value);
    }

    @Override
    public void storeLong(long offset, long value) {
        recorder.storing();
        super.storeLong(offset, value);
    }

    @Override
    public void storeLongRelease(long offset, long value) {
        recorder.storing();
        super.storeLongRelease(offset, value);
    }

    @Override
    public void storeElements(long offset, Object array, int from, int count, int elementShift) {
        recorder.storing();
        super.storeElements(offset, array, from, count, elementShift);
    }

    @Override
    public void storeBytes(long offset, byte[] source, int from, int length) {
        recorder.storing();
        super.storeBytes(offset, source, from, length);
    }

    @Override
    public void zero(long offset, long length) {
        recorder.storing();
        super.zero(offset, length);
    }
}
