package org.jnvm.tools;

import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.layout.TreeLayout;
import org.jspecify.annotations.Nullable;

/** The entries of a map, and the elements of a set, in whatever index they lie. */
final class Entries {
    private final StoredHeap heap;

    Entries(StoredHeap heap) {
        this.heap = heap;
    }

    /** Takes entries. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Called for each.
         *
         * @param key the reference to the key, or to the element of a set
         * @param value the reference to the value; in a set the same as {@code key}
         * @return whether to go on
         */
        boolean visit(long key, long value);

        /** Called behind the last entry of each leaf, if they are sorted: in a leaf they come in any order. */
        default void endLeaf() {}
    }

    /** Tells whether objects of a layout have an index. */
    static boolean areIn(ClassLayout layout) {
        return layout.treeOffset() != 0 || layout.tableOffset() != 0;
    }

    /** Visits the entries of a map or set that has an index. */
    void visit(StoredObject collection, Visitor visitor) {
        ClassLayout layout = collection.layout();
        if (layout.treeOffset() != 0) {
            visitTree(referenceAt(collection, layout.treeOffset()), TreeLayout.MOST_LEVELS, visitor);
        } else {
            visitTable(referenceAt(collection, layout.tableOffset()), visitor);
        }
    }

    /** Returns what a field leads to. */
    static @Nullable Object referenceAt(StoredObject object, int offset) {
        return object.layout().fields().stream()
                .filter(field -> field.offset() == offset)
                .findFirst()
                .map(object::value)
                .orElse(null);
    }

    /** Visits the entries below a leaf or node of a B+-tree: nodes in order, leaves by place. */
    private boolean visitTree(@Nullable Object node, int levels, Visitor visitor) {
        if (!(node instanceof StoredObject each) || levels == 0) {
            return true;
        }
        if (each.classId() == ReservedClass.TREE_LEAF) {
            boolean more = visitLeaf(each, visitor);
            visitor.endLeaf();
            return more;
        }
        if (each.classId() == ReservedClass.TREE_NODE) {
            long[] child = new long[1];
            for (long i = 0; i < each.length(); i++) {
                each.elements(i, child, 1);
                if (!visitTree(heap.object(child[0]), levels - 1, visitor)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean visitLeaf(StoredObject first, Visitor visitor) {
        Object next = first;
        long blocks = heap.fileBytes() >>> BlockLayout.BLOCK_SHIFT; // damaged ones may have no end
        while (next instanceof StoredObject leaf && leaf.classId() == ReservedClass.TREE_LEAF && blocks-- > 0) {
            long[] pair = new long[2];
            for (long i = 0; i < leaf.length(); i++) {
                leaf.elements(2 * i, pair, 2);
                if (!isMissing(pair[0], pair[1]) && !visitor.visit(pair[0], pair[1])) {
                    return false;
                }
            }
            next = referenceAt(leaf, TreeLayout.NEXT_OFFSET);
        }
        return true;
    }

    private boolean isMissing(long key, long value) {
        return value == Reference.NULL || heap.object(key) == null || heap.object(value) == null;
    }

    private void visitTable(@Nullable Object table, Visitor visitor) {
        if (!(table instanceof StoredObject root) || root.classId() != ReservedClass.HASH_TABLE) {
            visitSegments(table, 0, 1, visitor);
            return;
        }
        int count = (int) root.bits(root.layout().fields().get(0));
        int segment = 0;
        for (Elements pages = new Elements(root); pages.next(); ) {
            StoredObject page = heap.object(pages.reference());
            if (page == null || page.classId() != ReservedClass.TABLE_PAGE) {
                continue;
            }
            for (Elements segments = new Elements(page); segments.next() && segment < count; segment++) {
                if (!visitSegments(heap.object(segments.reference()), segment, count, visitor)) {
                    return;
                }
            }
        }
    }

    /** Visits the entries of a segment and of those behind it, but for what was moved to another one. */
    private boolean visitSegments(@Nullable Object first, int segment, int count, Visitor visitor) {
        Object next = first;
        long blocks = heap.fileBytes() >>> BlockLayout.BLOCK_SHIFT; // damaged ones may have no end
        while (next instanceof StoredObject each && each.classId() == ReservedClass.TABLE_SEGMENT && blocks-- > 0) {
            long[] line = new long[TableLayout.LINE_BYTES / Long.BYTES];
            for (long i = 0; i < each.length(); i++) {
                each.elements(i * line.length, line, line.length);
                for (int entry = 0; entry < TableLayout.LINE_ENTRIES; entry++) {
                    int hash = (int) (line[entry >>> 1] >>> Integer.SIZE * (entry & 1));
                    long key = line[2 + 2 * entry];
                    long value = line[3 + 2 * entry];
                    if (!isMissing(key, value)
                            && TableLayout.segmentOf(hash, count) == segment
                            && !visitor.visit(key, value)) {
                        return false;
                    }
                }
            }
            next = referenceAt(each, TableLayout.NEXT_OFFSET);
        }
        return true;
    }
}
