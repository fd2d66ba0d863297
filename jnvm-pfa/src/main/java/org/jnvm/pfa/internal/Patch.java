package org.jnvm.pfa.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.LogLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.RedoEntries;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are the one change of a failure-atomic block: they go from the caller's array to the record, without in-flight
 * copies. Used by the thread of the block only.
 */
final class Patch {
    /** Shorter runs are as long as single words. */
    static final int SHORTEST_RUN = 4;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private byte @Nullable [] bytes;
    private long at;
    private int from;
    private int count;

    /**
     * Notes the change, of which the blocks or slots are locked.
     *
     * @param heapOffset where the first byte goes
     * @param source where the bytes are, until the commit
     * @param first the index of the first one
     * @param number how many, at least 1
     */
    void set(long heapOffset, byte[] source, int first, int number) {
        at = heapOffset;
        from = first;
        count = number;
        bytes = source;
    }

    boolean isSet() {
        return bytes != null;
    }

    void clear() {
        bytes = null;
    }

    /** Adds the change to a record: a run of words for each block. Of words that it changes in part the rest stays as it is. */
    void addTo(RedoEntries entries, ObjectSpace space) {
        MappedChunk chunk = space.chunk(at);
        long end = at + count;
        for (long start = at; start < end; ) {
            long stop = Math.min(end, (start | BlockLayout.BLOCK_MASK) + 1);
            add(entries, chunk, start, stop);
            start = stop;
        }
    }

    private void add(RedoEntries entries, MappedChunk chunk, long start, long stop) {
        long first = start & -Long.BYTES;
        int words = (int) (stop - first + Long.BYTES - 1 >>> 3);
        boolean run = words >= SHORTEST_RUN;
        if (run) {
            entries.addRun(first, words);
        }
        for (long word = first; word < stop; word += Long.BYTES) {
            long value = word >= start && word + Long.BYTES <= stop
                    ? (long) WORD.get(bytes, from + (int) (word - at))
                    : merged(chunk.loadLong(word), word, start, stop);
            if (run) {
                entries.addWord(value);
            } else {
                entries.add(LogLayout.WORD, word, value);
            }
        }
    }

    private long merged(long before, long word, long start, long stop) {
        long value = before;
        for (long each = Math.max(word, start); each < Math.min(word + Long.BYTES, stop); each++) {
            int shift = Byte.SIZE * (int) (each - word);
            value = value & ~(0xFFL << shift) | (bytes[from + (int) (each - at)] & 0xFFL) << shift;
        }
        return value;
    }
}
