package org.jnvm.tools;

import org.jnvm.internal.inspect.Elements;
import org.jnvm.internal.inspect.Entries;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
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
        if (Entries.areIn(layout)) {
            Object comparator =
                    layout.comparatorOffset() == 0 ? null : Entries.referenceAt(object, layout.comparatorOffset());
            if (comparator == null || visitor.visit("comparator", comparator)) {
                visitEntries(object, visitor);
            }
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

    private void visitEntries(StoredObject collection, Visitor visitor) {
        long[] number = new long[1];
        new Entries(heap).visit(collection, (key, value) -> {
            String label = key == value ? Long.toString(number[0]++) : Values.text(heap.object(key));
            return visitor.visit("[" + label + "]", heap.object(value));
        });
    }
}
