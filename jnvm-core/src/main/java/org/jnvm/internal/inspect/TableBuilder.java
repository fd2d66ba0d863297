package org.jnvm.internal.inspect;

import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.util.LongStack;
import org.jspecify.annotations.Nullable;

/**
 * Makes a hash table: a row of segments, each behind the one before, in which entries lie as they came. It is marked as copied, so the
 * program, which has the hash codes, makes a table of it when it first uses it.
 */
final class TableBuilder implements IndexBuilder {
    private static final int MOST_BLOCKS = 64;
    private static final int ENTRY_WORDS = TableLayout.ENTRY_BYTES / Long.BYTES;

    private final NewObjects heap;
    private final LongStack words = new LongStack();
    private int blocks = 1;
    private long first = Reference.NULL;
    private @Nullable ObjectView last;

    TableBuilder(NewObjects heap) {
        this.heap = heap;
    }

    @Override
    public void add(long key, long value) {
        words.push(key);
        words.push(value);
        if (words.size() / ENTRY_WORDS == TableLayout.linesIn(blocks) * TableLayout.LINE_ENTRIES) {
            endSegment();
        }
    }

    @Override
    public void endLeaf() {
        // a table has none
    }

    @Override
    public long finish() {
        if (words.size() > 0) {
            endSegment();
        }
        return first;
    }

    private void endSegment() {
        int lines = TableLayout.linesIn(blocks);
        ObjectView made = heap.whole(
                ReservedClass.TABLE_SEGMENT, TableLayout.FIRST_LINE_OFFSET + (long) lines * TableLayout.LINE_BYTES);
        made.store(TableLayout.LINES_OFFSET, lines);
        made.store(TableLayout.COPIED_OFFSET, 1);
        int entries = words.size() / ENTRY_WORDS;
        for (int i = 0; i < entries; i++) {
            long at = TableLayout.FIRST_LINE_OFFSET
                    + (long) (i / TableLayout.LINE_ENTRIES) * TableLayout.LINE_BYTES
                    + (long) (i % TableLayout.LINE_ENTRIES) * TableLayout.ENTRY_BYTES;
            made.store(at + TableLayout.KEYS_OFFSET, words.get(ENTRY_WORDS * i));
            made.store(at + TableLayout.VALUES_OFFSET, words.get(ENTRY_WORDS * i + 1));
        }
        long ref = heap.finishWithMembers(made);
        if (last == null) {
            first = ref;
        } else {
            last.store(TableLayout.NEXT_OFFSET, ref);
            last.pwb();
        }
        last = made;
        words.clear();
        blocks = Math.min(2 * blocks, MOST_BLOCKS);
    }
}
