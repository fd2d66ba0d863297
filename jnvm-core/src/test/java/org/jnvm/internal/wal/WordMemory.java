package org.jnvm.internal.wal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.internal.memory.DirtyLines;

/** SnapshotSource of some pages, as a heap would have it; what was in a snapshot is known. */
final class WordMemory implements SnapshotSource {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;
    private final DirtyLines dirty;
    /** What the snapshots took so far, one over the other. */
    private final ByteBuffer taken;

    WordMemory(byte[] content, AtomicLong dirtyPages) {
        words = new long[content.length / 8];
        ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
        dirty = new DirtyLines(0, content.length, dirtyPages);
        taken = ByteBuffer.wrap(content.clone()).order(ByteOrder.LITTLE_ENDIAN);
    }

    void store(int word, long value) {
        WORDS.setRelease(words, word, value);
    }

    long load(int word) {
        return (long) WORDS.getAcquire(words, word);
    }

    void pwb(int word) {
        dirty.mark(8L * word);
    }

    /** Returns what was in a snapshot so far. */
    byte[] taken() {
        return taken.array().clone();
    }

    @Override
    public void takeDirty(DirtyLines.PageSink sink) {
        dirty.take(sink);
    }

    @Override
    public void loadLine(long offset, long[] line) {
        do {
            for (int i = 0; i < line.length; i++) {
                line[i] = load((int) (offset / 8) + i);
            }
        } while (!holds(offset, line));
        for (int i = 0; i < line.length; i++) {
            taken.putLong((int) offset + 8 * i, line[i]);
        }
    }

    private boolean holds(long offset, long[] line) {
        for (int i = 0; i < line.length; i++) {
            if (load((int) (offset / 8) + i) != line[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long privateBytes() {
        return 0;
    }

    @Override
    public void markUnlike(BlockFile heapFile) {
        throw new UnsupportedOperationException();
    }
}
