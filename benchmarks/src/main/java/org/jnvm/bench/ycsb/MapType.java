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
    HASH("hash map", "HashMap", "PHashMap", false),
    /** {@code PTreeMap}, {@code TreeMap}. */
    TREE("red-black tree", "TreeMap", "PTreeMap", false),
    /** {@code PSkipListMap}, {@code ConcurrentSkipListMap}. */
    SKIP_LIST("skip list", "ConcurrentSkipListMap", "PSkipListMap", true),
    /** {@code PConcurrentHashMap}, {@code ConcurrentHashMap}. */
    CONCURRENT_HASH("concurrent hash map", "ConcurrentHashMap", "PConcurrentHashMap", true);

    private final String title;
    private final String javaUtilName;
    private final String persistentName;
    private final boolean concurrent;

    MapType(String title, String javaUtilName, String persistentName, boolean concurrent) {
        this.title = title;
        this.javaUtilName = javaUtilName;
        this.persistentName = persistentName;
        this.concurrent = concurrent;
    }

    /** Returns the name for tables and plots. */
    public String title() {
        return title;
    }

    /** Returns the name of the class of {@code java.util}. */
    public String javaUtilName() {
        return javaUtilName;
    }

    /** Returns the name of J-NVM's class. */
    public String persistentName() {
        return persistentName;
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
