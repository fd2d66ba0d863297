package org.jnvm.bench.ycsb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.infinispan.AdvancedCache;
import org.infinispan.CacheSet;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.cache.StoreConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.container.entries.CacheEntry;
import org.infinispan.context.Flag;
import org.infinispan.manager.DefaultCacheManager;
import org.jnvm.DurabilityDomain;

/**
 * Starts an embedded local cache whose entries are in a store, and prints {@code STARTED nanos entries-in-memory}, the time of making
 * the cache manager and the cache; then, if entries are to be put or read, {@code DONE nanos entries}, the time for all of them; then stops
 * the manager.
 *
 * <p>Arguments: folder, backend, {@code fill}, {@code preload}, {@code start} or {@code read}, entries.
 */
public final class CacheStartProcess {
    /** Bytes of a value. */
    static final int VALUE_BYTES = 1000;

    private static final String NAME = "start";

    private CacheStartProcess() {}

    /** Runs. */
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        CacheBackend backend = CacheBackend.valueOf(arguments[1]);
        String what = arguments[2];
        int entries = Integer.parseInt(arguments[3]);
        long began = System.nanoTime();
        try (DefaultCacheManager manager = manager(folder, backend, what.equals("preload"), entries)) {
            AdvancedCache<String, byte[]> cache =
                    manager.<String, byte[]>getCache(NAME).getAdvancedCache();
            long started = System.nanoTime();
            System.out.println("STARTED " + (started - began) + " "
                    + cache.getDataContainer().sizeIncludingExpired());
            if (List.of("fill", "read").contains(what)) {
                long done = what.equals("fill") ? fill(cache, entries) : read(cache);
                System.out.println("DONE " + (System.nanoTime() - started) + " " + done);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DefaultCacheManager manager(Path folder, CacheBackend backend, boolean preload, long entries) {
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder();
        global.nonClusteredDefault();
        ConfigurationBuilder cache = new ConfigurationBuilder();
        DurabilityDomain domain = backend.isJnvm() ? DurabilityDomain.PAGE_CACHE : null;
        StoreConfigurationBuilder<?, ?> store =
                backend.addTo(cache.persistence(), folder, domain, MapContender.heapBytes(entries, 1, VALUE_BYTES));
        if (store != null) {
            store.preload(preload);
        }
        DefaultCacheManager manager = new DefaultCacheManager(global.build());
        manager.defineConfiguration(NAME, cache.build());
        return manager;
    }

    private static long fill(AdvancedCache<String, byte[]> cache, int entries) {
        AdvancedCache<String, byte[]> puts = cache.withFlags(Flag.IGNORE_RETURN_VALUES, Flag.SKIP_CACHE_LOAD);
        for (int i = 0; i < entries; i++) {
            byte[] value = new byte[VALUE_BYTES];
            Arrays.fill(value, (byte) i);
            puts.put("user" + i, value);
        }
        return entries;
    }

    /** Reads every entry, and counts those whose value is there whole. */
    private static long read(AdvancedCache<String, byte[]> cache) {
        long read = 0;
        CacheSet<CacheEntry<String, byte[]>> all = cache.cacheEntrySet();
        try (var closing = all.stream()) {
            for (Iterator<CacheEntry<String, byte[]>> i = closing.iterator(); i.hasNext(); ) {
                if (i.next().getValue().length == VALUE_BYTES) {
                    read++;
                }
            }
        }
        return read;
    }
}
