package org.jnvm.internal.wal;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import org.jnvm.internal.memory.DirtyLines;

/** SnapshotSource of some pages, as a heap would have it; what was in a snapshot is known. */
final class WordMemory implements SnapshotSource {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;
    private final DirtyLines dirty;
    private final IntPredicate isOfHeapFile;
    /** What the snapshots took so far, one over the other. */
    private final ByteBuffer taken;

    /**
     * Makes one.
     *
     * @param content what is in it
     * @param dirtyPages counts them
     * @param isOfHeapFile tells of an offset whether memory knows nothing of it
     */
    WordMemory(byte[] content, AtomicLong dirtyPages, IntPredicate isOfHeapFile) {
        this.isOfHeapFile = isOfHeapFile;
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

    /** Has bytes of the file seen where nothing was stored, as of a page that was dropped. */
    void load(int from, byte[] bytes) {
        ByteBuffer loaded = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < bytes.length; at += 8) {
            store((from + at) / 8, loaded.getLong(at));
        }
        taken.put(from, bytes);
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

    /** Returns what is in memory, written back or not. */
    byte[] all() {
        ByteBuffer all = ByteBuffer.allocate(8 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int word = 0; word < words.length; word++) {
            all.putLong(load(word));
        }
        return all.array();
    }

    @Override
    public void markUnlike(BlockFile heapFile) throws IOException {
        ByteBuffer there = ByteBuffer.allocate(8 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        heapFile.read(there, 0);
        for (int word = 0; word < words.length; word++) {
            if (!isOfHeapFile.test(8 * word) && there.getLong(8 * word) != load(word)) {
                pwb(word);
            }
        }
    }
}
