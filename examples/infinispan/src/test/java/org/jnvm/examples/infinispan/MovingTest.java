package org.jnvm.examples.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.jnvm.Heap;
import org.jnvm.pdt.PHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariants checked: a cache has what the map of a heap had, also if it was moved twice. */
class MovingTest {
    private static final long BYTES_MAX = 64 << 20;
    private static final int PAGES = 100;

    @TempDir
    Path folder;

    @Test
    void theCacheHasWhatTheHeapHad() throws IOException {
        Map<String, Integer> wanted = new HashMap<>();
        try (Heap heap = Heap.openOrCreate(folder.resolve("visits.jnvm"), BYTES_MAX);
                Heap.Scope scope = heap.enter();
                DefaultCacheManager manager = new DefaultCacheManager()) {
            PHashMap<String, Visit> visits = new PHashMap<>();
            heap.root().put("visits", visits);
            for (int page = 0; page < PAGES; page++) {
                visits.put("page " + page, new Visit(page));
                wanted.put("page " + page, page);
            }
            manager.defineConfiguration("visits", new ConfigurationBuilder().build());
            Moving.move(heap, manager.getCache("visits"));
            Moving.move(heap, manager.getCache("visits"));
            assertThat(new HashMap<>(manager.<String, Integer>getCache("visits")))
                    .isEqualTo(wanted);
        }
    }
}
