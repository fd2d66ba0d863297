package org.jnvm.internal.heap;

import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.HeapTransactions;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;

/**
 * What a map or set is made of, and is freed with it: its slot arrays, and the entries that their slots lead to. Nothing
 * else leads to these. Keys, values and elements are the program's.
 */
final class OwnedSlots {
    private final ObjectSpace space;

    OwnedSlots(ObjectSpace space) {
        this.space = space;
    }

    /** Tells whether objects of a class consist of reference slots. */
    boolean areOf(int classId) {
        return field(classId) != 0 || table(classId) != 0;
    }

    private int table(int classId) {
        return space.classes().entry(classId).layout().tableOffset();
    }

    private int field(int classId) {
        return space.classes().entry(classId).layout().slotsOffset();
    }

    /**
     * Visits the slots of an object, and what it owns by them.
     *
     * @param ref the object
     * @param classId its class
     * @param read how to read a slot
     * @param slots told of each slot
     * @param owned told of each slot array and entry, by its reference
     */
    private void visit(long ref, int classId, LongUnaryOperator read, LongConsumer slots, LongConsumer owned) {
        int table = table(classId);
        if (table != 0) {
            visitTable(space.load(Reference.offset(ref) + table), slots, owned);
            return;
        }
        int field = field(classId);
        long limit = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT; // a damaged list may have no end
        long block = field == 0 ? Reference.NULL : space.load(Reference.offset(ref) + field);
        while (space.viewChecked(block, ReservedClass.SLOT_ARRAY) != null && limit-- > 0) {
            long first = Reference.offset(block) + ReservedClass.SLOT_ARRAY_SLOTS_OFFSET;
            for (int i = 0; i < ReservedClass.SLOTS_PER_ARRAY; i++) {
                long slot = first + 8L * i;
                slots.accept(slot);
                long target = read.applyAsLong(slot);
                if (target != Reference.NULL && isEntry(target)) {
                    owned.accept(target);
                }
            }
            owned.accept(block);
            block = space.load(Reference.offset(block) + ReservedClass.SLOT_ARRAY_NEXT_OFFSET);
        }
    }

    private void visitTable(long ref, LongConsumer slots, LongConsumer owned) {
        ObjectView table = space.viewChecked(ref, ReservedClass.HASH_TABLE);
        if (table == null) {
            visitSegments(ref, slots, owned);
            return;
        }
        for (int page = 0; page < TableLayout.PAGES; page++) {
            ObjectView view =
                    space.viewChecked(table.load(TableLayout.PAGES_OFFSET + 8L * page), ReservedClass.TABLE_PAGE);
            if (view == null) {
                continue;
            }
            for (int i = 0; i < TableLayout.lengthOf(page); i++) {
                visitSegments(view.load(TableLayout.PAGE_SEGMENTS_OFFSET + 8L * i), slots, owned);
            }
            owned.accept(view.ref());
        }
        owned.accept(ref);
    }

    private void visitSegments(long first, LongConsumer slots, LongConsumer owned) {
        long limit = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT;
        long ref = first;
        for (ObjectView segment = space.viewChecked(ref, ReservedClass.TABLE_SEGMENT);
                segment != null && limit-- > 0;
                segment = space.viewChecked(ref, ReservedClass.TABLE_SEGMENT)) {
            long at = Reference.offset(ref) + TableLayout.FIRST_LINE_OFFSET;
            for (long line = 0; line < segment.load(TableLayout.LINES_OFFSET); line++, at += TableLayout.LINE_BYTES) {
                for (int entry = TableLayout.KEYS_OFFSET + 8; entry < TableLayout.LINE_BYTES; entry += 16) {
                    slots.accept(at + entry);
                }
            }
            long next = segment.load(TableLayout.NEXT_OFFSET);
            owned.accept(ref);
            ref = next;
        }
    }

    private boolean isEntry(long ref) {
        return space.classIdAt(ref) == ReservedClass.MAP_ENTRY;
    }

    /** Refuses to free an object if another thread's open block is about to change a slot or an entry of it. */
    void beforeFree(HeapTransactions transactions, ObjectView object, int classId) {
        visit(
                object.ref(),
                classId,
                space::load,
                transactions::beforeChange,
                owned -> transactions.beforeChange(Reference.offset(owned)));
    }

    /** Adds references to what an object owns that the calling thread has invalidated, and not yet retired. */
    void addTo(LongStack owned, long ref, int classId) {
        visit(ref, classId, space::load, slot -> {}, owned::push);
    }

    /** Frees what an object owns at the commit of a failure-atomic block, which sees what it has done with the slots. */
    void freeInBlock(Transaction transaction, long ref, int classId) {
        LongStack all = new LongStack();
        visit(ref, classId, transaction.memory()::readWord, transaction.memory()::lockWord, all::push);
        while (!all.isEmpty()) {
            transaction.free(all.pop());
        }
    }
}
