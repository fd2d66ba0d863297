package org.jnvm.internal.inspect;

import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.object.ObjectReader;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.recovery.Trace;

/** Which strings of a heap that is looked at are values that a reference owns, and which are objects of the program. */
public final class OwnedStrings {
    private final StoredHeap heap;
    private final MarkBitmap blocks;
    private final MarkBitmap slots;

    /**
     * Finds them.
     *
     * @param heap the heap
     * @param reachable the objects whose references are looked at
     */
    public OwnedStrings(StoredHeap heap, Reachable reachable) {
        this.heap = heap;
        long end = reachable.endOfBlocks();
        this.blocks = new MarkBitmap(end);
        this.slots = new MarkBitmap(end * Trace.SLOT_BITS);
        reachable.forEach(this::look);
    }

    /** Tells whether an object is a string that a reference owns. */
    public boolean has(long ref) {
        long offset = Reference.offset(ref);
        return Reference.isSlot(ref)
                ? slots.get(Trace.slotBit(offset))
                : blocks.get(offset >>> BlockLayout.BLOCK_SHIFT);
    }

    private void look(long ref) {
        ObjectView view = heap.space().viewChecked(ref, 0);
        ClassLayout layout = view == null ? null : heap.layout(BlockLayout.classId(view.header()));
        if (layout == null) {
            return;
        }
        for (ClassLayout.Field field : layout.fields()) {
            if (field.isReference()) {
                add(view.load(field.offset()), field.isOwned());
            }
        }
        ClassLayout.Tail tail = layout.tail();
        if (tail != null && tail.hasReferences()) {
            long words = tail.words(view.load(tail.lengthOffset()));
            for (long i = 0; i < words; i++) {
                if (tail.isReference(i) && !ObjectReader.isLeft(view, tail, i)) {
                    add(view.load(tail.offset() + 8 * i), false);
                }
            }
        }
    }

    private void add(long ref, boolean owned) {
        StoredObject target = owned || Reference.isOwner(ref) ? heap.object(ref) : null;
        if (target != null && target.classId() == ReservedClass.STRING) {
            long offset = Reference.offset(ref);
            if (Reference.isSlot(ref)) {
                slots.set(Trace.slotBit(offset));
            } else {
                blocks.set(offset >>> BlockLayout.BLOCK_SHIFT);
            }
        }
    }
}
