package org.jnvm.internal.heap;

import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
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
        return field(classId) != 0;
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
