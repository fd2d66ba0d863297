package org.jnvm.examples.expert;

import java.util.Map;
import org.jnvm.Heap;

/** Makes new objects roots. */
public final class Publishing {
    private Publishing() {}

    /**
     * Makes new parts roots: by one fence and one psync for all of them. Durable when it returns; after a crash before that,
     * there are some of the roots, each with all that it leads to.
     *
     * @param heap their heap
     * @param parts by names that no root has yet
     */
    public static void publish(Heap heap, Map<String, Part> parts) {
        // persist-order: [array, its valid bit], [part], [root] < pfence < [valid bit of part] < psync
        //   crash before the fence: no part is valid, so none is live, though roots may lead to them
        //   crash after it: each part is live or not, and if it is, it has its contents, and its array, which is valid
        parts.forEach((name, part) -> {
            part.prepareAllButValidity();
            heap.root().wput(name, part);
        });
        heap.pfence();
        parts.values().forEach(Part::validate);
        heap.psync();
    }
}
