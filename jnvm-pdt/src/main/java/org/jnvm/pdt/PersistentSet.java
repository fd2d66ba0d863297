package org.jnvm.pdt;

import java.util.Map;

/**
 * What the persistent sets without an order have in common.
 *
 * @param <E> the elements
 */
abstract class PersistentSet<E> extends KeyView<E> implements Mirrored {
    PersistentSet(Map<Object, Node> mirror) {
        this(Entries.<E>ofElements(mirror));
    }

    private PersistentSet(Entries<E, E> entries) {
        super(new MapView<>(entries, entries.nodes()), true);
    }

    @Override
    public final Entries<?, ?> $jnvm$entries() {
        return entries();
    }
}
