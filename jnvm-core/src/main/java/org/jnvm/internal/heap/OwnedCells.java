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
 * What a map or set is made of, and is freed with it: its cell blocks, and the pairs that their cells lead to. Nothing
 * else leads to these. Keys, values and elements are the program's.
 */
final class OwnedCells {
    private final ObjectSpace space;

    OwnedCells(ObjectSpace space) {
        this.space = space;
    }

    /** Tells whether objects of a class consist of cells. */
    boolean areOf(int classId) {
        return field(classId) != 0;
    }

    private int field(int classId) {
        return space.classes().entry(classId).layout().cellsOffset();
    }

    /**
     * Visits the cells of an object, and what it owns by them.
     *
     * @param ref the object
     * @param classId its class
     * @param read how to read a cell
     * @param cells told of each cell
     * @param owned told of each cell block and pair, by its reference
     */
    private void visit(long ref, int classId, LongUnaryOperator read, LongConsumer cells, LongConsumer owned) {
        int field = field(classId);
        long limit = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT; // a damaged list may have no end
        long block = field == 0 ? Reference.NULL : space.load(Reference.offset(ref) + field);
        while (space.viewChecked(block, ReservedClass.CELL_BLOCK) != null && limit-- > 0) {
            long first = Reference.offset(block) + ReservedClass.CELLS_OFFSET;
            for (int i = 0; i < ReservedClass.CELLS_PER_BLOCK; i++) {
                long cell = first + 8L * i;
                cells.accept(cell);
                long target = read.applyAsLong(cell);
                if (target != Reference.NULL && isPair(target)) {
                    owned.accept(target);
                }
            }
            owned.accept(block);
            block = space.load(Reference.offset(block) + ReservedClass.CELLS_NEXT_OFFSET);
        }
    }

    private boolean isPair(long ref) {
        return space.classIdAt(ref) == ReservedClass.PAIR;
    }

    /** Refuses to free an object if another thread's open block is about to change a cell or a pair of it. */
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
        visit(ref, classId, space::load, cell -> {}, owned::push);
    }

    /** Frees what an object owns at the commit of a failure-atomic block, which sees what it has done with the cells. */
    void freeInBlock(Transaction transaction, long ref, int classId) {
        LongStack all = new LongStack();
        visit(ref, classId, transaction.memory()::readWord, transaction.memory()::lockCell, all::push);
        while (!all.isEmpty()) {
            transaction.free(all.pop());
        }
    }
}
