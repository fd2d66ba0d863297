package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.infinispan.AdvancedCache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.context.Flag;
import org.infinispan.manager.DefaultCacheManager;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.bench.harness.Flags;
import org.jnvm.infinispan.JnvmStore;
import org.jnvm.spi.Proxy;

/**
 * An embedded local cache of Infinispan, which writes through to a store and keeps some of the records in the Java heap. No
 * store syncs a file for an operation: each survives a crash of the process, none promises anything for one of the machine,
 * but J-NVM's on persistent memory.
 *
 * @param backend what keeps the entries
 * @param domain the durability domain of the heap, or null if there is none
 * @param layout what a record consists of
 * @param cachedPercent of the records, how many the Java heap may hold; from 100 on, all of them
 */
public record CacheContender(CacheBackend backend, DurabilityDomain domain, Layout layout, int cachedPercent)
        implements Contender {
    /** The names of {@link #words}. */
    public static final List<String> COLUMNS = List.of("backend", "domain", "layout");

    /** What the Java heap may hold if nothing else is said (thesis, 5.1). */
    public static final int CACHED_PERCENT = 10;

    private static final int ALL_PERCENT = 100;

    private static final String NAME = "ycsb";

    /** A cache of which the Java heap may hold one record in ten. */
    public CacheContender(CacheBackend backend, DurabilityDomain domain, Layout layout) {
        this(backend, domain, layout, CACHED_PERCENT);
    }

    /** Returns the same with another share of the records in the Java heap. */
    public CacheContender cached(int percent) {
        return new CacheContender(backend, domain, layout, percent);
    }

    /** A backend at the durability that all of them can have: what is acknowledged survives the process. */
    public static CacheContender of(CacheBackend backend, Layout layout) {
        return new CacheContender(backend, backend.isJnvm() ? DurabilityDomain.PAGE_CACHE : null, layout);
    }

    @Override
    public List<String> words() {
        return Contender.words(backend, domain, layout);
    }

    @Override
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(Contender.super.arguments());
        arguments.add(Integer.toString(cachedPercent));
        return arguments;
    }

    /** Returns the contender that {@link #words} tells of, or those words and the share in the Java heap. */
    public static CacheContender of(List<String> words) {
        boolean named = words.size() > COLUMNS.size();
        Contender.require(named ? words.subList(0, COLUMNS.size()) : words, COLUMNS);
        return new CacheContender(
                CacheBackend.valueOf(words.get(0)),
                Contender.value(DurabilityDomain.class, words.get(1)),
                Layout.valueOf(words.get(2)),
                named ? Integer.parseInt(words.get(COLUMNS.size())) : CACHED_PERCENT);
    }

    /** A cache shows what a block of the program put before that block has committed. */
    @Override
    public boolean isConcurrent() {
        return backend != CacheBackend.J_NVM_BLOCKS;
    }

    @Override
    public List<String> flags(int heapMib) {
        List<String> flags = new ArrayList<>(Flags.OPENED.touched(heapMib));
        flags.add("-Dorg.jboss.logging.provider=slf4j");
        flags.add("-Dorg.slf4j.simpleLogger.log.org.infinispan.metrics=error"); // there is no registry of metrics
        return flags;
    }

    @Override
    public Store open(Path file, long records, int fields, int length) {
        DefaultCacheManager manager = manager(file, records, MapContender.heapBytes(records, fields, length));
        try {
            if (backend.hasObjects()) {
                return persistent(manager, new PersistentFlat(length));
            }
            return layout == Layout.FIELDS
                    ? marshalled(manager, new MarshalledFields(length))
                    : marshalled(manager, new VolatileFlat(length));
        } catch (RuntimeException | Error e) {
            manager.stop();
            throw e;
        }
    }

    private DefaultCacheManager manager(Path folder, long records, long heapBytes) {
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder();
        global.nonClusteredDefault();
        global.serialization().addContextInitializer(new MarshalledRecordSchemaImpl());
        ConfigurationBuilder cache = new ConfigurationBuilder();
        if (backend.addTo(cache.persistence(), folder, domain, heapBytes) != null && cachedPercent < ALL_PERCENT) {
            cache.memory().maxCount(Math.max(1, records * cachedPercent / ALL_PERCENT));
        }
        DefaultCacheManager manager = new DefaultCacheManager(global.build());
        manager.defineConfiguration(NAME, cache.build());
        return manager;
    }

    /**
     * A record is one object, whatever the layout: its fields are of one length, and are an array. Keys are strings: a cache
     * finds nothing by a string under a persistent one.
     */
    private <R extends Proxy> Store persistent(DefaultCacheManager manager, Records<R> records) {
        AdvancedCache<Object, R> cache = cache(manager);
        Heap heap = JnvmStore.heap(cache);
        Store store = new PersistentStore<>(heap, cache, key -> key, records, Update.PUT, manager::stop);
        return backend == CacheBackend.J_NVM_BLOCKS ? new BlockStore(heap, store) : store;
    }

    private static <R> Store marshalled(DefaultCacheManager manager, Records<R> records) {
        return new VolatileStore<>(CacheContender.<String, R>cache(manager), records, Update.PUT, manager::stop);
    }

    private static <K, V> AdvancedCache<K, V> cache(DefaultCacheManager manager) {
        return manager.<K, V>getCache(NAME).getAdvancedCache().withFlags(Flag.IGNORE_RETURN_VALUES);
    }
}
