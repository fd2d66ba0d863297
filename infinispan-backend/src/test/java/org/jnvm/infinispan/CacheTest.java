package org.jnvm.infinispan;

import java.nio.file.Path;
import java.util.List;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;
import org.jnvm.pdt.PString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A running cache on a store, which tests can restart. */
abstract class CacheTest {
    static final String NAME = "entries";

    @TempDir
    Path folder;

    private DefaultCacheManager manager;
    Cache<Object, Object> cache;
    Heap heap;

    /** Says what a cache of the test is like, but for the folder of its store. */
    void configure(ConfigurationBuilder cache, JnvmStoreConfigurationBuilder store) {}

    final void start() {
        ConfigurationBuilder builder = new ConfigurationBuilder();
        builder.memory().maxCount(1); // so that reads come to the store
        JnvmStoreConfigurationBuilder store = builder.persistence().addStore(JnvmStoreConfigurationBuilder.class);
        configure(builder, store.path(folder.toString()).size("1MiB"));
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder();
        global.nonClusteredDefault();
        global.jmx().enable();
        manager = new DefaultCacheManager(global.build());
        manager.defineConfiguration(NAME, builder.build());
        cache = manager.getCache(NAME);
        heap = JnvmStore.heap(cache);
    }

    final void restart() {
        stop();
        start();
    }

    @AfterEach
    final void stop() {
        if (manager != null) {
            manager.stop();
        }
    }

    final PString persistent(String text) {
        try (Heap.Scope scope = heap.enter()) {
            return new PString(text);
        }
    }

    /** Returns what is wrong in the heap. What is only not reachable is none: slabs stay for what is made next. */
    final List<HeapCheck.Finding> problems() {
        return heap.check().findings().stream()
                .filter(finding -> finding.severity() != HeapCheck.Severity.INFO)
                .toList();
    }

    /** Returns how many objects of a class there are. */
    final long objects(String className) {
        return heap.histogram().classes().stream()
                .filter(row -> row.className().endsWith(className))
                .mapToLong(row -> row.objects())
                .sum();
    }
}
