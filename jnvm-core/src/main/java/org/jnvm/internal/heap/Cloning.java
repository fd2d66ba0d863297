package org.jnvm.internal.heap;

import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/**
 * Gives a copy that {@code Object.clone} made of a proxy an object of its own: references are shared, values that fields
 * own are copied. Of fixed size only; not atomic, as little as {@code Object.clone} is.
 */
final class Cloning {
    private final PersistentHeap heap;
    private final Proxy source;
    private final Proxy copy;

    private Cloning(PersistentHeap heap, Proxy source, Proxy copy) {
        this.heap = heap;
        this.source = source;
        this.copy = copy;
    }

    /** Copies an object, inside an operation. If that fails, nothing of the copy is left. */
    static void copy(PersistentHeap heap, Proxy source, Proxy copy) {
        ObjectView from = heap.space().viewLive(heap.refOf(source)); // refuses what was freed, by whatever proxy
        ClassLayout layout = source.$jnvm$descriptor().layout();
        if (layout.tail() != null) {
            throw new UnsupportedOperationException("objects of variable size are not cloned: class="
                    + layout.className() + "; make a new one and fill it");
        }
        ObjectAllocator.allocate(heap, copy, layout.bytes());
        try {
            new Cloning(heap, source, copy).copyFields(layout, from);
        } catch (RuntimeException | Error e) {
            ObjectAllocator.discard(heap, copy, e);
            throw e;
        }
    }

    private void copyFields(ClassLayout layout, ObjectView from) {
        ObjectView to = heap.space().view(copy.$jnvm$ref());
        for (ClassLayout.Field field : layout.fields()) {
            long place = from.heapOffset(field.offset());
            long target = to.heapOffset(field.offset());
            if (field.isOwned()) {
                copyOwned(field.type(), place, target);
            } else {
                copyBits(field, place, target);
            }
        }
    }

    private void copyBits(ClassLayout.Field field, long place, long target) {
        Region in = source.$jnvm$region();
        Region out = copy.$jnvm$region();
        switch (ClassLayout.bytesOf(field.type().charAt(0))) {
            case 1 -> out.putByteAt(target, in.getByteAt(place));
            case 2 -> out.putShortAt(target, in.getShortAt(place));
            case 4 -> out.putIntAt(target, in.getIntAt(place));
            default -> {
                long word = in.getLongAt(place);
                if (field.isReference()) {
                    heap.prepareStore(copy, word);
                }
                out.putLongAt(target, word);
            }
        }
    }

    private void copyOwned(String type, long place, long target) {
        FieldValues values = heap.values();
        switch (type) {
            case "Ljava.lang.String;" -> values.setString(copy, target, values.getString(source, place));
            case "Ljava.lang.Long;" -> copyBox(ReservedClass.LONG_BOX, place, target);
            default -> copyBox(ReservedClass.DOUBLE_BOX, place, target);
        }
    }

    private void copyBox(int classId, long place, long target) {
        Long bits = heap.values().getBox(source, place, classId, Long::valueOf);
        if (bits != null) {
            heap.values().setBox(copy, target, classId, bits);
        }
    }
}
