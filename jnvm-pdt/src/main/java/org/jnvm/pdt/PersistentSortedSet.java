package org.jnvm.pdt;

import java.util.NavigableMap;

/**
 * What the persistent sorted sets have in common.
 *
 * @param <E> the elements
 */
abstract class PersistentSortedSet<E> extends NavigableKeys<E> implements Mirrored {
    PersistentSortedSet(NavigableMap<Object, Node> mirror) {
        this(Entries.<E>ofElements(mirror));
    }

    private PersistentSortedSet(Entries<E, E> entries) {
        super(all(entries), true);
    }

    private static <E> SubMap<E, E> all(Entries<E, E> entries) {
        return entries.isConcurrent()
                ? new ConcurrentSubMap<>(entries, entries.sortedNodes(), false, false)
                : new SubMap<>(entries, entries.sortedNodes(), false, false);
    }

    @Override
    public final Entries<?, ?> $jnvm$entries() {
        return entries();
    }
}
