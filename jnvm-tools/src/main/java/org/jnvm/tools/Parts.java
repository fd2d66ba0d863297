package org.jnvm.tools;

import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TableLayout;
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
        if (layout.slotsOffset() != 0) {
            visitSlots(object, visitor);
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

    private void visitSlots(StoredObject collection, Visitor visitor) {
        ClassLayout.Field slots = collection.layout().fields().stream()
                .filter(field -> field.offset() == collection.layout().slotsOffset())
                .findFirst()
                .orElseThrow();
        long blocks = heap.fileBytes() >>> BlockLayout.BLOCK_SHIFT; // a damaged list may have no end
        long number = 0;
        Object block = collection.value(slots);
        for (long i = 0; i < blocks && block instanceof StoredObject array; i++) {
            if (array.classId() != ReservedClass.SLOT_ARRAY) {
                return;
            }
            for (Elements refs = new Elements(array); refs.next(); ) {
                StoredObject element = heap.object(refs.reference()); // null for an empty slot
                if (element != null && !visitSlot(element, number++, visitor)) {
                    return;
                }
            }
            block = array.value(array.layout().fields().get(0));
        }
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

    private static boolean visitSlot(StoredObject element, long number, Visitor visitor) {
        if (element.classId() != ReservedClass.MAP_ENTRY
                || element.layout().fields().size() < 2) {
            return visitor.visit("[" + number + "]", element);
        }
        Object key = element.value(element.layout().fields().get(0));
        return visitor.visit(
                "[" + Values.text(key) + "]",
                element.value(element.layout().fields().get(1)));
    }
}
