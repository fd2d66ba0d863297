package org.jnvm.tools;

import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.layout.TreeLayout;
import org.jspecify.annotations.Nullable;

/** What an object is made of, as its program sees it: entries of maps, elements of sets, lists and arrays, fields. */
final class Parts {
    private final StoredHeap heap;

    Parts(StoredHeap heap) {
        this.heap = heap;
    }

    /** Takes a part. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Called for each, in order.
         *
         * @param label its name; in brackets if it is an element
         * @param value as {@link StoredObject#value} gives it
         * @return whether to go on
         */
        boolean visit(String label, Object value);
    }

    /** Visits the parts of an object; strings and boxes have none. */
    void visit(StoredObject object, Visitor visitor) {
        if (object.immediate() != null) {
            return;
        }
        ClassLayout layout = object.layout();
        if (layout.treeOffset() != 0) {
            Object comparator = layout.comparatorOffset() == 0 ? null : referenceAt(object, layout.comparatorOffset());
            if (comparator == null || visitor.visit("comparator", comparator)) {
                visitTree(referenceAt(object, layout.treeOffset()), TreeLayout.MOST_LEVELS, new long[1], visitor);
            }
        } else if (layout.tableOffset() != 0) {
            visitTable(object, visitor);
        } else if (object.classId() == ReservedClass.ARRAY_LIST) {
            visitList(object, visitor);
        } else {
            for (ClassLayout.Field field : layout.fields()) {
                boolean length =
                        layout.tail() != null && field.offset() == layout.tail().lengthOffset();
                if (!length && !visitor.visit(Values.name(layout, field), object.value(field))) {
                    return;
                }
            }
            if (layout.tail() != null) {
                visitElements(object, object.length(), visitor);
            }
        }
    }

    private void visitElements(StoredObject object, long most, Visitor visitor) {
        Elements elements = new Elements(object);
        while (elements.next() && elements.index() < most) {
            Object value = elements.areReferences() ? heap.object(elements.reference()) : elements.value();
            if (!visitor.visit("[" + elements.index() + "]", value)) {
                return;
            }
        }
    }

    private void visitList(StoredObject list, Visitor visitor) {
        ClassLayout layout = list.layout();
        if (!layout.fields().isEmpty()
                && list.value(layout.fields().get(0)) instanceof StoredObject elements
                && elements.classId() == ReservedClass.LIST_ELEMENTS
                && elements.layout().tail() != null
                && !elements.layout().fields().isEmpty()) {
            visitElements(elements, elements.bits(elements.layout().fields().get(0)), visitor);
        }
    }

    /** Visits the entries below a leaf or node of a B+-tree: nodes in order, leaves by place. */
    private boolean visitTree(@Nullable Object node, int levels, long[] number, Visitor visitor) {
        if (!(node instanceof StoredObject each) || levels == 0) {
            return true;
        }
        if (each.classId() == ReservedClass.TREE_LEAF) {
            return visitLeaf(each, number, visitor);
        }
        if (each.classId() == ReservedClass.TREE_NODE) {
            long[] child = new long[1];
            for (long i = 0; i < each.length(); i++) {
                each.elements(i, child, 1);
                if (!visitTree(heap.object(child[0]), levels - 1, number, visitor)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean visitLeaf(StoredObject first, long[] number, Visitor visitor) {
        Object next = first;
        long blocks = heap.fileBytes() >>> BlockLayout.BLOCK_SHIFT; // damaged ones may have no end
        while (next instanceof StoredObject leaf && leaf.classId() == ReservedClass.TREE_LEAF && blocks-- > 0) {
            long[] pair = new long[2];
            for (long i = 0; i < leaf.length(); i++) {
                leaf.elements(2 * i, pair, 2);
                StoredObject key = heap.object(pair[0]);
                StoredObject value = heap.object(pair[1]);
                if (key == null || value == null) {
                    continue;
                }
                String label = pair[0] == pair[1] ? Long.toString(number[0]++) : Values.text(key);
                if (!visitor.visit("[" + label + "]", value)) {
                    return false;
                }
            }
            next = referenceAt(leaf, TreeLayout.NEXT_OFFSET);
        }
        return true;
    }

    private void visitTable(StoredObject collection, Visitor visitor) {
        Object table = referenceAt(collection, collection.layout().tableOffset());
        if (!(table instanceof StoredObject root) || root.classId() != ReservedClass.HASH_TABLE) {
            visitSegments(table, 0, 1, new long[1], visitor);
            return;
        }
        int count = (int) root.bits(root.layout().fields().get(0));
        long[] number = new long[1];
        int segment = 0;
        for (Elements pages = new Elements(root); pages.next(); ) {
            StoredObject page = heap.object(pages.reference());
            if (page == null || page.classId() != ReservedClass.TABLE_PAGE) {
                continue;
            }
            for (Elements segments = new Elements(page); segments.next() && segment < count; segment++) {
                if (!visitSegments(heap.object(segments.reference()), segment, count, number, visitor)) {
                    return;
                }
            }
        }
    }

    private static @Nullable Object referenceAt(StoredObject object, int offset) {
        return object.layout().fields().stream()
                .filter(field -> field.offset() == offset)
                .findFirst()
                .map(object::value)
                .orElse(null);
    }

    /** Visits the entries of a segment and of those behind it, but for what was moved to another one. */
    private boolean visitSegments(@Nullable Object first, int segment, int count, long[] number, Visitor visitor) {
        Object next = first;
        long blocks = heap.fileBytes() >>> BlockLayout.BLOCK_SHIFT; // damaged ones may have no end
        while (next instanceof StoredObject each && each.classId() == ReservedClass.TABLE_SEGMENT && blocks-- > 0) {
            long[] line = new long[TableLayout.LINE_BYTES / Long.BYTES];
            for (long i = 0; i < each.length(); i++) {
                each.elements(i * line.length, line, line.length);
                for (int entry = 0; entry < TableLayout.LINE_ENTRIES; entry++) {
                    int hash = (int) (line[entry >>> 1] >>> Integer.SIZE * (entry & 1));
                    StoredObject key = heap.object(line[2 + 2 * entry]);
                    StoredObject value = heap.object(line[3 + 2 * entry]);
                    if (key == null || value == null || TableLayout.segmentOf(hash, count) != segment) {
                        continue;
                    }
                    boolean ofSet = line[2 + 2 * entry] == line[3 + 2 * entry];
                    String label = ofSet ? Long.toString(number[0]++) : Values.text(key);
                    if (!visitor.visit("[" + label + "]", value)) {
                        return false;
                    }
                }
            }
            next = referenceAt(each, TableLayout.NEXT_OFFSET);
        }
        return true;
    }
}
