package org.jnvm.bench.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.pdt.ProxyCaching;

/** Maps of J-NVM and what they correspond to in {@code java.util}. */
public enum MapType {
    /** {@code PHashMap}, {@code HashMap}. */
    HASH("hash map", false),
    /** {@code PTreeMap}, {@code TreeMap}. */
    TREE("red-black tree", false),
    /** {@code PSkipListMap}, {@code ConcurrentSkipListMap}. */
    SKIP_LIST("skip list", true),
    /** {@code PConcurrentHashMap}, {@code ConcurrentHashMap}. */
    CONCURRENT_HASH("concurrent hash map", true);

    private final String title;
    private final boolean concurrent;

    MapType(String title, boolean concurrent) {
        this.title = title;
        this.concurrent = concurrent;
    }

    /** Returns the name for tables and plots. */
    public String title() {
        return title;
    }

    /** Tells whether several clients may use it at once. */
    public boolean isConcurrent() {
        return concurrent;
    }

    <V> Map<String, V> javaUtil() {
        return switch (this) {
            case HASH -> new HashMap<>();
            case TREE -> new TreeMap<>();
            case SKIP_LIST -> new ConcurrentSkipListMap<>();
            case CONCURRENT_HASH -> new ConcurrentHashMap<>();
        };
    }

    <V> Map<Object, V> persistent(ProxyCaching caching) {
        return switch (this) {
            case HASH -> new PHashMap<>(caching);
            case TREE -> new PTreeMap<>(caching);
            case SKIP_LIST -> new PSkipListMap<>(caching);
            case CONCURRENT_HASH -> new PConcurrentHashMap<>(caching);
        };
    }
}
