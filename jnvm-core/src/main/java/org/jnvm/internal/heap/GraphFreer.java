package org.jnvm.internal.heap;

import java.util.function.LongPredicate;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.util.LongStack;

/** Frees objects with what they lead to, slots and other parts of collections included. */
final class GraphFreer {
    private GraphFreer() {}

    /**
     * Frees objects, inside an operation and outside failure-atomic blocks. An object that was freed is no object for
     * the references that lead to it, so a cycle ends by itself, and nothing has to be remembered but what is still to be
     * looked at.
     *
     * @param heap the heap
     * @param pending what to begin with; empty afterwards
     * @param follow tells of the reference of another object whether that is freed, too
     */
    // persist-order: none. Nothing durable leads to any of the objects, so whichever freed headers are durable when a
    //   crash comes, recovery takes back the rest
    static void free(PersistentHeap heap, LongStack pending, LongPredicate follow) {
        ObjectSpace space = heap.space();
        while (!pending.isEmpty()) {
            long ref = pending.pop();
            if (!space.isObject(ref)) {
                continue; // freed before, or met twice
            }
            ObjectView object = space.viewLive(ref);
            pushTargets(space, object, pending, follow);
            LongStack parts = heap.values().slotsOf(object); // freed with the object, so they tell now where they lead
            while (!parts.isEmpty()) {
                pushTargets(space, space.view(parts.pop()), pending, follow);
            }
            heap.objects().freeNow(ref, object.header(), heap.proxies().known(ref));
        }
    }

    private static void pushTargets(ObjectSpace space, ObjectView object, LongStack pending, LongPredicate follow) {
        int[] owned = space.layout(object).ownedOffsets();
        space.forEachReference(object, at -> {
            long target = space.load(at);
            if (target != Reference.NULL
                    && !Reference.isOwner(target) // as of isOwned
                    && !isOwned(object, owned, at)
                    && space.isObject(target)
                    && follow.test(target)) {
                pending.push(target);
            }
        });
    }

    /** Tells whether a field owns its value, which is freed with the object. */
    private static boolean isOwned(ObjectView object, int[] owned, long at) {
        for (int off : owned) {
            if (object.heapOffset(off) == at) {
                return true;
            }
        }
        return false;
    }
}
