package org.jnvm.internal.inspect;

import java.util.HashSet;
import java.util.Set;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.layout.TreeLayout;
import org.jspecify.annotations.Nullable;

/** The entries of a map, and the elements of a set, in whatever index they lie. One thread. */
public final class Entries {
    private final StoredHeap heap;
    /** Parts of the index that were visited: a damaged one may lead to a part twice, or in a circle. */
    private final Set<Long> seen = new HashSet<>();

    /** Prepares to look at collections of a heap. */
    public Entries(StoredHeap heap) {
        this.heap = heap;
    }

    /** Takes entries. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Called for each.
         *
         * @param key the reference to the key, or to the element of a set
         * @param value the reference to the value; in a set the same as {@code key}
         * @return whether to go on
         */
        boolean visit(long key, long value);

        /**
         * Called for what leads to nothing sound: a part of the index, or the key or value of an entry.
         *
         * @param ref the reference
         */
        default void missing(long ref) {}

        /** Called behind the last entry of each leaf, if they are sorted: in a leaf they come in any order. */
        default void endLeaf() {}
    }

    /** Tells whether objects of a layout have an index. */
    public static boolean areIn(ClassLayout layout) {
        return layout.treeOffset() != 0 || layout.tableOffset() != 0;
    }

    /** Visits the entries of a map or set that has an index. */
    public void visit(StoredObject collection, Visitor visitor) {
        seen.clear();
        ClassLayout layout = collection.layout();
        boolean sorted = layout.treeOffset() != 0;
        int offset = sorted ? layout.treeOffset() : layout.tableOffset();
        long ref = layout.fields().stream()
                .filter(field -> field.offset() == offset)
                .findFirst()
                .map(collection::bits)
                .orElse(Reference.NULL);
        if (sorted) {
            visitTree(part(ref, visitor), TreeLayout.MOST_LEVELS, visitor);
        } else {
            visitTable(part(ref, visitor), visitor);
        }
    }

    /** Visits the entries of a part of an index that no collection leads to any more; some may come twice. */
    public void visitPart(StoredObject part, Visitor visitor) {
        seen.clear();
        switch (part.classId()) {
            case ReservedClass.TREE_LEAF, ReservedClass.TREE_NODE -> visitTree(part, TreeLayout.MOST_LEVELS, visitor);
            case ReservedClass.TABLE_PAGE -> visitPage(part, 0, 1, visitor);
            case ReservedClass.TABLE_SEGMENT, ReservedClass.HASH_TABLE -> visitTable(part, visitor);
            default -> throw new IllegalArgumentException("no part of an index: class id=" + part.classId());
        }
    }

    /** Returns what leads on in an index, the first time. */
    private @Nullable StoredObject part(long ref, Visitor visitor) {
        if (ref == Reference.NULL) {
            return null;
        }
        StoredObject found = heap.object(ref);
        if (found == null || !seen.add(Reference.offset(ref))) {
            visitor.missing(ref);
            return null;
        }
        return found;
    }

    /** Tells whether a field of an object says no more than its elements and entries do. */
    public static boolean isDerived(StoredObject object, ClassLayout.Field field) {
        ClassLayout layout = object.layout();
        return layout.tail() != null && field.offset() == layout.tail().lengthOffset()
                || field.offset() == layout.tableOffset()
                || field.offset() == layout.treeOffset()
                || object.classId() == ReservedClass.ARRAY_LIST && field.offset() == ReservedClass.LIST_ELEMENTS_OFFSET;
    }

    /** Returns what a field leads to. */
    public static @Nullable Object referenceAt(StoredObject object, int offset) {
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
                if (!visitTree(part(child[0], visitor), levels - 1, visitor)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean visitLeaf(StoredObject first, Visitor visitor) {
        Object next = first;
        while (next instanceof StoredObject leaf && leaf.classId() == ReservedClass.TREE_LEAF) {
            long[] pair = new long[2];
            for (long i = 0; i < leaf.length(); i++) {
                leaf.elements(2 * i, pair, 2);
                if (isThere(pair[0], pair[1], visitor) && !visitor.visit(pair[0], pair[1])) {
                    return false;
                }
            }
            next = next(leaf, TreeLayout.NEXT_OFFSET, visitor);
        }
        return true;
    }

    private @Nullable StoredObject next(StoredObject part, int offset, Visitor visitor) {
        return part.layout().fields().stream()
                .filter(field -> field.offset() == offset)
                .findFirst()
                .map(field -> part(part.bits(field), visitor))
                .orElse(null);
    }

    /** Tells whether there is an entry: its value is not null, and both are sound. */
    private boolean isThere(long key, long value, Visitor visitor) {
        return value != Reference.NULL && isSound(key, visitor) && isSound(value, visitor);
    }

    private boolean isSound(long ref, Visitor visitor) {
        boolean sound = heap.object(ref) != null;
        if (!sound) {
            visitor.missing(ref);
        }
        return sound;
    }

    private void visitTable(@Nullable Object table, Visitor visitor) {
        if (!(table instanceof StoredObject root) || root.classId() != ReservedClass.HASH_TABLE) {
            visitSegments(table, 0, 1, visitor);
            return;
        }
        int count = (int) root.bits(root.layout().fields().get(0));
        for (Elements pages = new Elements(root); pages.next(); ) {
            int first = TableLayout.firstOf((int) Math.min(Integer.SIZE - 1, pages.index()));
            StoredObject page = part(pages.reference(), visitor);
            if (page != null && page.classId() == ReservedClass.TABLE_PAGE && !visitPage(page, first, count, visitor)) {
                return;
            }
        }
    }

    /** Visits the entries of the segments of a page; of one that no table leads to, all that are in them. */
    private boolean visitPage(StoredObject page, int first, int count, Visitor visitor) {
        int segment = first;
        for (Elements segments = new Elements(page); segments.next() && (segment < count || count == 1); ) {
            if (!visitSegments(part(segments.reference(), visitor), count == 1 ? 0 : segment++, count, visitor)) {
                return false;
            }
        }
        return true;
    }

    /** Visits the entries of a segment and of those behind it, but for what was moved to another one. */
    private boolean visitSegments(@Nullable Object first, int segment, int count, Visitor visitor) {
        Object next = first;
        while (next instanceof StoredObject each && each.classId() == ReservedClass.TABLE_SEGMENT) {
            long[] line = new long[TableLayout.LINE_BYTES / Long.BYTES];
            for (long i = 0; i < each.length(); i++) {
                each.elements(i * line.length, line, line.length);
                for (int entry = 0; entry < TableLayout.LINE_ENTRIES; entry++) {
                    int hash = (int) (line[entry >>> 1] >>> Integer.SIZE * (entry & 1));
                    long key = line[2 + 2 * entry];
                    long value = line[3 + 2 * entry];
                    if (TableLayout.segmentOf(hash, count) == segment
                            && isThere(key, value, visitor)
                            && !visitor.visit(key, value)) {
                        return false;
                    }
                }
            }
            next = next(each, TableLayout.NEXT_OFFSET, visitor);
        }
        return true;
    }
}
