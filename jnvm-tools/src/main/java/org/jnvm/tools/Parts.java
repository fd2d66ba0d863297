package org.jnvm.tools;

import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;

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
