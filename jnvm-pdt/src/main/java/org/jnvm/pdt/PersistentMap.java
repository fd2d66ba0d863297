package org.jnvm.pdt;

import java.util.Map;

/**
 * What the persistent maps have in common.
 *
 * @param <K> the keys
 * @param <V> the values
 */
abstract class PersistentMap<K, V> extends MapView<K, V> implements Mirrored {
    PersistentMap(Map<Object, Node> mirror) {
        super(new Entries<>(mirror, true), mirror);
    }

    /** Makes the persistent part of a new map, in the current heap. */
    final void allocate(ProxyCaching caching) {
        Mirrored.allocate(this);
        entries.caching(caching);
    }

    /** Tells whether proxies of values are kept. */
    public final ProxyCaching caching() {
        return entries.caching();
    }

    /**
     * Chooses whether proxies of values are kept, from now on and until the map is found again in a reopened heap: such
     * a map begins with {@link ProxyCaching#BASE}. {@link ProxyCaching#EAGER} makes the proxies of all values before
     * this returns.
     *
     * @param choice the variant
     */
    public final void caching(ProxyCaching choice) {
        entries.caching(choice);
    }

    @Override
    public final Entries<?, ?> $jnvm$entries() {
        return entries;
    }
}
