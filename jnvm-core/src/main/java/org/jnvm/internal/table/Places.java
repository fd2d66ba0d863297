package org.jnvm.internal.table;

import java.lang.invoke.VarHandle;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;

/** Where there is room for entries in the segments of a hash table, and where open failure-atomic blocks have something in flight. */
final class Places {
    private final PersistentHeap heap;
    private final ObjectSpace space;

    Places(PersistentHeap heap) {
        this.heap = heap;
        this.space = heap.space();
    }

    // persist-order: none: the three are in one line, whose stores reach media in their order
    /** Stores key and hash of a free entry, which is none before it has a value. */
    void place(Segment head, long entry, int hash, long key) {
        head.beginChange();
        MappedChunk chunk = space.chunk(entry);
        chunk.storeLong(Segment.keyOf(entry), key);
        chunk.storeInt(Segment.hashOf(entry), hash);
        head.endChange();
    }

    /**
     * Takes a key away that {@link #place} has stored in an entry, which is locked still. Without the lock of the segment, so the
     * version stays: nobody has seen a value. The key that was there before does not come back, as it was removed: who looks for that one
     * would take it for one that the block, which is just being undone, has in flight.
     */
    void clear(long entry, int hash) {
        MappedChunk chunk = space.chunk(entry);
        chunk.storeLong(Segment.keyOf(entry), Reference.NULL);
        chunk.storeInt(Segment.hashOf(entry), hash);
    }

    /** Finds a free place for an entry, and says in the lines before it that it is not there. There is one. */
    long free(Segment head, int hash) {
        for (Segment segment = head; segment != null; segment = segment.next()) {
            int home = segment.line(hash);
            int line = home;
            do {
                long at = segment.at(line);
                for (long entry = at + TableLayout.VALUES_OFFSET;
                        entry < at + TableLayout.LINE_BYTES;
                        entry += TableLayout.ENTRY_BYTES) {
                    if (isFree(segment.chunk, entry)) {
                        overflow(segment, home, line);
                        return entry;
                    }
                }
                line = segment.after(line);
            } while (line != home);
        }
        throw new IllegalStateException("no free entry in a segment: " + Reference.describe(head.ref));
    }

    /**
     * Tells whether an entry is free. A commit takes no lock of the segment: it stores the value, and then gives up the write lock.
     * So the value is looked at after that.
     */
    boolean isFree(MappedChunk chunk, long entry) {
        if (chunk.loadLong(entry) != Reference.NULL
                || heap.guardsChanges() && heap.transactions().isLocked(entry)) {
            return false;
        }
        VarHandle.acquireFence();
        return chunk.loadLongAcquire(entry) == Reference.NULL;
    }

    // persist-order: [flags] < pfence < [value of an entry behind]; few inserts have such flags to set
    private void overflow(Segment segment, int home, int end) {
        boolean changed = false;
        for (int line = home; line != end; line = segment.after(line)) {
            long flags = segment.at(line) + TableLayout.FLAGS_OFFSET;
            if ((segment.chunk.loadInt(flags) & TableLayout.OVERFLOWED) == 0) {
                segment.chunk.storeInt(flags, TableLayout.OVERFLOWED);
                segment.chunk.pwb(flags);
                changed = true;
            }
        }
        if (changed) {
            space.pfence();
        }
    }

    /** Counts what is not free, in flight or not. */
    int occupied(Segment head) {
        int[] count = {0};
        head.forEach((segment, entry) -> count[0] += isFree(segment.chunk, entry) ? 0 : 1);
        return count[0];
    }

    /** Tells whether open blocks have something in flight in a segment, so that nothing in it can be moved. */
    boolean isPinned(Segment head) {
        if (!heap.guardsChanges()) {
            return false;
        }
        // a long block adds entry after entry, and each time there is one more reason to ask
        boolean still = head.pinned != 0 && heap.transactions().isLocked(head.pinned);
        if (!still) {
            head.pinned = head.first(entry -> heap.transactions().isLocked(entry));
        }
        VarHandle.acquireFence(); // values are read behind it: a commit stores them before it gives up its locks
        return head.pinned != 0;
    }
}
