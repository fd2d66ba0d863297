package org.jnvm.internal.salvage;

import java.util.function.LongPredicate;
import org.jnvm.internal.inspect.ObjectGroup;
import org.jnvm.internal.inspect.ObjectMarks;
import org.jnvm.internal.inspect.OwnedObjects;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.util.LongStack;

/**
 * The sound objects of a damaged heap that nothing reachable leads to, with all that these lead to. Those from which the others
 * can be reached are their heads. Memory: three bits for each block and each place of a small object.
 */
final class Unplaced implements ObjectGroup {
    private final StoredHeap heap;
    private final ObjectMarks lost;
    private final ObjectMarks led;
    private final ObjectMarks all;
    private final LongStack heads = new LongStack();

    /**
     * Finds them.
     *
     * @param heap the heap
     * @param placed tells whether an object that is sound is reachable
     */
    Unplaced(StoredHeap heap, LongPredicate placed) {
        this.heap = heap;
        this.lost = new ObjectMarks(heap.bump());
        this.led = new ObjectMarks(heap.bump());
        this.all = new ObjectMarks(heap.bump());
        heap.forEachSound(ref -> {
            StoredObject object = heap.object(ref);
            if (object != null && isSalvaged(object.classId()) && !placed.test(ref)) {
                lost.add(ref);
            }
        });
        forEach(
                lost,
                ref -> heap.forEachReference(ref, target -> {
                    if (lost.has(target)) {
                        led.add(target);
                    }
                }));
        forEach(lost, ref -> {
            if (!led.has(ref)) {
                addHead(ref);
            }
        });
        forEach(lost, ref -> {
            if (!all.has(ref)) { // of a circle
                addHead(ref);
            }
        });
    }

    private static boolean isSalvaged(int classId) {
        return classId >= ReservedClass.STRING || OwnedObjects.isPart(classId);
    }

    private void addHead(long head) {
        heads.push(head);
        LongStack pending = new LongStack();
        if (all.add(head)) {
            pending.push(head);
        }
        while (!pending.isEmpty()) {
            heap.forEachReference(pending.pop(), target -> {
                if (all.add(target)) {
                    pending.push(target);
                }
            });
        }
    }

    /** Returns the references to the heads. */
    LongStack heads() {
        return heads;
    }

    @Override
    public boolean has(long ref) {
        return all.has(ref);
    }

    @Override
    public long endOfBlocks() {
        return heap.bump();
    }

    @Override
    public void forEach(Visitor visitor) {
        forEach(all, visitor);
    }

    private void forEach(ObjectMarks marks, Visitor visitor) {
        heap.forEachSound(ref -> {
            if (marks.has(ref)) {
                visitor.visit(ref);
            }
        });
    }
}
