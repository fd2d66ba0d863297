package org.jnvm.internal.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.memory.MappedChunk;

/**
 * A segment of a hash table of an open heap: where its lines are, and what is going on in it. Entries that had no room are in
 * the next one.
 *
 * <p>An entry is named by the heap offset of its value. Who changes something has the lock of the segment. Readers take none:
 * they compare versions before and after, and see the value from before in place of one that is not durable yet.
 */
final class Segment extends UnfencedStore {
    /** {@link #used} of a segment that nobody has looked through yet. */
    static final int UNKNOWN = -1;

    private static final VarHandle VERSION;

    static {
        try {
            VERSION = MethodHandles.lookup().findVarHandle(Segment.class, "version", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final MappedChunk chunk;
    /** The reference to it. */
    final long ref;
    /** The heap offset of the first line. */
    final long first;
    /** How many lines it has. */
    final int lines;

    private volatile Segment next;
    /** Odd while keys are changed. */
    private int version;
    /** How many entries are in it and those behind it; of whoever has the lock. */
    int used = UNKNOWN;
    /** How many entries were removed since {@link Growth} looked whether the table may be made smaller; of whoever has the lock. */
    int removed;
    /** An entry in which an open block had something in flight when that was last asked, 0 for none; of whoever has the lock. */
    long pinned;

    Segment(MappedChunk chunk, long ref, long first, int lines) {
        this.chunk = chunk;
        this.ref = ref;
        this.first = first;
        this.lines = lines;
    }

    Segment next() {
        return next;
    }

    void next(Segment segment) {
        next = segment;
    }

    /** Returns the line in which an entry belongs. */
    int line(int hash) {
        return (int) ((hash * 0x9E37_79B1L & 0xFFFF_FFFFL) * lines >>> Integer.SIZE);
    }

    /** Returns the line behind a line. */
    int after(int line) {
        return line + 1 == lines ? 0 : line + 1;
    }

    /** Returns the heap offset of a line. */
    long at(int line) {
        return first + ((long) line << TableLayout.LINE_SHIFT);
    }

    /** Returns the heap offset of the line in which an entry is. */
    static long lineOf(long entry) {
        return entry & -TableLayout.LINE_BYTES;
    }

    /** Returns where the hash of an entry is. */
    static long hashOf(long entry) {
        long number = (entry & TableLayout.LINE_BYTES - 1) - TableLayout.KEYS_OFFSET >>> 4;
        return lineOf(entry) + number * Integer.BYTES;
    }

    /** Returns where the key of an entry is. */
    static long keyOf(long entry) {
        return entry - Long.BYTES;
    }

    // ---- versions ----

    int version() {
        return (int) VERSION.getAcquire(this);
    }

    void beginChange() {
        VERSION.setOpaque(this, version + 1);
        VarHandle.storeStoreFence();
    }

    void endChange() {
        VERSION.setRelease(this, version + 1);
    }

    // ---- with those behind it ----

    /** Returns how many entries have room in it and those behind it. */
    long capacity() {
        long capacity = 0;
        for (Segment segment = this; segment != null; segment = segment.next) {
            capacity += (long) segment.lines * TableLayout.LINE_ENTRIES;
        }
        return capacity;
    }

    /** What is done with an entry. */
    interface Visitor {
        void visit(Segment segment, long entry);
    }

    /** Visits all entries of it and those behind it, those without a value, too. */
    void forEach(Visitor visitor) {
        for (Segment segment = this; segment != null; segment = segment.next) {
            for (int line = 0; line < segment.lines; line++) {
                long end = segment.at(line) + TableLayout.LINE_BYTES;
                for (long entry = segment.at(line) + TableLayout.VALUES_OFFSET;
                        entry < end;
                        entry += TableLayout.ENTRY_BYTES) {
                    visitor.visit(segment, entry);
                }
            }
        }
    }

    /** Returns the first entry in it or one behind it that fulfils a condition, 0 if none does. */
    long first(LongPredicate condition) {
        for (Segment segment = this; segment != null; segment = segment.next) {
            for (int line = 0; line < segment.lines; line++) {
                long end = segment.at(line) + TableLayout.LINE_BYTES;
                for (long entry = segment.at(line) + TableLayout.VALUES_OFFSET;
                        entry < end;
                        entry += TableLayout.ENTRY_BYTES) {
                    if (condition.test(entry)) {
                        return entry;
                    }
                }
            }
        }
        return 0;
    }
}
