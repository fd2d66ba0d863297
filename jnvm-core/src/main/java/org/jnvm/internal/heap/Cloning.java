package org.jnvm.internal.heap;

import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
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
        heap.objects().allocate(copy, layout.bytes());
        try {
            new Cloning(heap, source, copy).copyFields(layout, from);
        } catch (RuntimeException | Error e) {
            heap.objects().discard(copy, e);
            throw e;
        }
    }

    private void copyFields(ClassLayout layout, ObjectView from) {
        ObjectView to = heap.space().view(copy.$jnvm$ref());
        for (ClassLayout.Field field : layout.fields()) {
            long at = from.heapOffset(field.offset());
            long target = to.heapOffset(field.offset());
            if (field.mayOwn() && Reference.isOwner(source.$jnvm$region().getLongAt(at))) {
                FieldValues values = heap.values();
                values.setReference(copy, target, values.getReference(source, at));
            } else if (field.isOwned()) {
                copyOwned(field.type(), at, target);
            } else {
                copyBits(field, at, target);
            }
        }
    }

    private void copyBits(ClassLayout.Field field, long at, long target) {
        Region in = source.$jnvm$region();
        Region out = copy.$jnvm$region();
        switch (ClassLayout.bytesOf(field.type().charAt(0))) {
            case 1 -> out.putByteAt(target, in.getByteAt(at));
            case 2 -> out.putShortAt(target, in.getShortAt(at));
            case 4 -> out.putIntAt(target, in.getIntAt(at));
            default -> {
                long word = in.getLongAt(at);
                if (field.isReference()) {
                    heap.slots().prepareStore(copy, word);
                }
                out.putLongAt(target, word);
            }
        }
    }

    private void copyOwned(String type, long at, long target) {
        FieldValues values = heap.values();
        switch (type) {
            case "Ljava.lang.String;" -> values.setString(copy, target, values.getString(source, at));
            case "Ljava.lang.Long;" -> copyBox(ReservedClass.LONG_BOX, at, target);
            default -> copyBox(ReservedClass.DOUBLE_BOX, at, target);
        }
    }

    private void copyBox(int classId, long at, long target) {
        Long bits = heap.values().getBox(source, at, classId, Long::valueOf);
        if (bits != null) {
            heap.values().setBox(copy, target, classId, bits);
        }
    }
}
