package org.jnvm.examples.infinispan;

import java.util.Map;
import org.jnvm.Heap;
import org.jnvm.pdt.PHashMap;

/** Moves what a program had in a heap of its own into a cache. */
final class Moving {
    private Moving() {}

    /**
     * Puts what the map {@code visits} of a heap has into a cache. The heap stays as it is; what is done twice, is done once.
     *
     * @param heap the heap
     * @param cache the cache
     */
    @SuppressWarnings("unchecked")
    static void move(Heap heap, Map<String, Integer> cache) {
        PHashMap<String, Visit> visits = heap.root().get("visits", PHashMap.class);
        visits.forEach((page, visit) -> cache.put(page, visit.count()));
    }
}
