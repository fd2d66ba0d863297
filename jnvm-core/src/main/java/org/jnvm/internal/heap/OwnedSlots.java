package org.jnvm.internal.heap;

import java.util.function.LongConsumer;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.layout.TreeLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.HeapTransactions;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;

/**
 * What a collection or array is made of, and is freed with it: the parts of its hash table or tree, the object with the elements of a list, the name
 * of a comparator, and the values that references in these own. Nothing else leads to these. Keys, values, elements, and comparators that
 * are objects of the program are the program's.
 */
final class OwnedSlots {
    private final PersistentHeap heap;
    private final ObjectSpace space;

    OwnedSlots(PersistentHeap heap) {
        this.heap = heap;
        this.space = heap.space();
    }

    /** Tells whether objects of a class consist of reference slots. */
    boolean areOf(int classId) {
        return table(classId) != 0
                || tree(classId) != 0
                || classId == ReservedClass.ARRAY_LIST
                || classId == ReservedClass.REFERENCE_ARRAY;
    }

    private int table(int classId) {
        return space.classes().entry(classId).layout().tableOffset();
    }

    private int tree(int classId) {
        return space.classes().entry(classId).layout().treeOffset();
    }

    /**
     * Visits the values of an object's entries, and what it owns.
     *
     * @param ref the object
     * @param header its header, maybe from before it was invalidated
     * @param slots told of each value's place
     * @param owned told of each part, by its reference
     */
    private void visit(long ref, long header, LongConsumer slots, LongConsumer owned) {
        int classId = BlockLayout.classId(header);
        int table = table(classId);
        if (table != 0) {
            visitTable(space.load(Reference.offset(ref) + table), slots, owned);
        } else if (classId == ReservedClass.REFERENCE_ARRAY) {
            visitElements(space.view(ref, header), owned);
        } else if (classId == ReservedClass.ARRAY_LIST) {
            visitList(Reference.offset(ref) + ReservedClass.LIST_ELEMENTS_OFFSET, owned);
        } else {
            visitTree(space.load(Reference.offset(ref) + tree(classId)), slots, owned, TreeLayout.MOST_LEVELS);
            visitName(ref, classId, owned);
        }
    }

    /** Visits the object with the elements of a list, and the values that those are. */
    private void visitList(long field, LongConsumer owned) {
        ObjectView elements = space.viewChecked(loadField(field), ReservedClass.LIST_ELEMENTS);
        if (elements != null) {
            visitElements(elements, owned);
            owned.accept(elements.ref());
        }
    }

    private void visitElements(ObjectView array, LongConsumer owned) {
        space.forEachReference(array, at -> visitOwned(loadField(at), owned));
    }

    /** Visits the value that a reference owns, if it does. */
    private void visitOwned(long ref, LongConsumer owned) {
        if (Reference.isOwner(ref) && space.isObject(ref)) {
            owned.accept(Reference.plain(ref));
        }
    }

    /** Visits the values that an entry owns, of which the value is at an offset. */
    private void visitOwners(long value, LongConsumer owned) {
        long ref = loadSlot(value);
        if (ref != Reference.NULL) {
            visitOwned(loadSlot(value - Long.BYTES), owned);
            visitOwned(ref, owned);
        }
    }

    /** Loads a reference of an object as the open block of the calling thread sees it. */
    private long loadField(long at) {
        Transaction transaction = heap.fa();
        return space.load(transaction == null ? at : transaction.memory().offsetToRead(at));
    }

    /** Loads a reference of a table or tree as the open block of the calling thread sees it. */
    private long loadSlot(long at) {
        Transaction transaction = heap.fa();
        return transaction != null && transaction.memory().hasWord(at)
                ? transaction.memory().readWord(at)
                : space.load(at);
    }

    private void visitName(long ref, int classId, LongConsumer owned) {
        int off = space.classes().entry(classId).layout().comparatorOffset();
        long comparator = off == 0 ? Reference.NULL : space.load(Reference.offset(ref) + off);
        if (space.classIdAt(comparator) == ReservedClass.STRING) { // valid or not, as the collection is
            owned.accept(comparator);
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
                    visitOwners(at + entry, owned);
                }
            }
            long next = segment.load(TableLayout.NEXT_OFFSET);
            owned.accept(ref);
            ref = next;
        }
    }

    /** Visits a tree from the bottom up: who frees what it is told of can still go on. */
    private void visitTree(long ref, LongConsumer slots, LongConsumer owned, int levels) {
        ObjectView node = levels == 0 ? null : space.viewChecked(ref, ReservedClass.TREE_NODE);
        if (node != null) {
            long children = node.load(TreeLayout.CHILDREN_OFFSET);
            for (long i = 0; i < children; i++) {
                visitTree(node.load(TreeLayout.CHILD_OFFSET + 8 * i), slots, owned, levels - 1);
            }
            owned.accept(ref);
            return;
        }
        long limit = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT;
        long at = ref;
        for (ObjectView leaf = space.viewChecked(at, ReservedClass.TREE_LEAF);
                leaf != null && limit-- > 0;
                leaf = space.viewChecked(at, ReservedClass.TREE_LEAF)) {
            long first = Reference.offset(at) + TreeLayout.PAIRS_OFFSET + Long.BYTES;
            for (long place = 0; place < leaf.load(TreeLayout.PLACES_OFFSET); place++) {
                slots.accept(first + TreeLayout.PAIR_BYTES * place);
                visitOwners(first + TreeLayout.PAIR_BYTES * place, owned);
            }
            long next = leaf.load(TreeLayout.NEXT_OFFSET);
            owned.accept(at);
            at = next;
        }
    }

    /** Refuses to free an object if another thread's open block is about to change a slot or an entry of it. */
    void beforeFree(HeapTransactions transactions, ObjectView object) {
        visit(
                object.ref(),
                object.header(),
                transactions::beforeChange,
                owned -> transactions.beforeChange(Reference.offset(owned)));
    }

    /** Adds references to what an object owns that the calling thread has invalidated, and not yet retired. */
    void addTo(LongStack owned, long ref, long header) {
        visit(ref, header, slot -> {}, owned::push);
    }

    /** Frees what an object owns at the commit of a failure-atomic block, which sees what it has done with the slots. */
    void freeInBlock(Transaction transaction, long ref, long header) {
        LongStack all = new LongStack();
        visit(ref, header, transaction.memory()::lockWord, all::push);
        while (!all.isEmpty()) {
            transaction.free(all.pop());
        }
    }
}
