package org.jnvm.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;
import org.jnvm.pdt.PString;
import org.junit.jupiter.api.Test;

/**
 * Invariant checked: with preload a cache that starts has its entries in the Java heap, as many as it may hold; persistent
 * objects are the objects themselves, not copies.
 */
class PreloadTest extends CacheTest {
    private static final int ENTRIES = 20;

    private int most;

    @Override
    void configure(ConfigurationBuilder cache, JnvmStoreConfigurationBuilder store) {
        cache.clustering().hash().numSegments(4);
        cache.memory().maxCount(most);
        store.preload(true);
    }

    private Map<Object, Object> inMemory() {
        Map<Object, Object> found = new HashMap<>();
        cache.getAdvancedCache().getDataContainer().forEach(entry -> found.put(entry.getKey(), entry.getValue()));
        return found;
    }

    @Test
    void allEntriesAreInMemoryAfterAStart() {
        most = 2 * ENTRIES;
        start();
        Map<Object, Object> expected = new HashMap<>();
        for (int i = 0; i < ENTRIES; i++) {
            expected.put("key " + i, i);
        }
        cache.putAll(expected);
        restart();
        assertThat(inMemory()).isEqualTo(expected);
    }

    @Test
    void persistentObjectsAreFound() {
        most = 2 * ENTRIES;
        start();
        PString value = persistent("value");
        cache.put("key", value);
        restart();
        assertThat(inMemory().get("key")).isInstanceOf(PString.class).hasToString("value");
        assertThat(objects("PString")).isEqualTo(1);
    }

    @Test
    void noMoreThanTheCacheMayHold() {
        most = 5;
        start();
        for (int i = 0; i < ENTRIES; i++) {
            cache.put("key " + i, i);
        }
        restart();
        assertThat(inMemory()).hasSizeBetween(1, most);
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(cache.get("key " + i)).isEqualTo(i);
        }
    }
}
