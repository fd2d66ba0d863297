package org.jnvm.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;
import org.junit.jupiter.api.Test;

/**
 * Invariant checked: with passivation the store has what is not in the Java heap, and after a stop all; what was removed is
 * in neither, wherever it was.
 */
class PassivationTest extends CacheTest {
    private static final int ENTRIES = 20;

    @Override
    void configure(ConfigurationBuilder cache, JnvmStoreConfigurationBuilder store) {
        cache.clustering().hash().numSegments(4);
        cache.persistence().passivation(true);
    }

    private void fill() {
        start();
        for (int i = 0; i < ENTRIES; i++) {
            cache.put("key " + i, i);
        }
    }

    @Test
    void whatWasEvictedIsReadFromTheStore() {
        fill();
        assertThat(cache.getAdvancedCache().getDataContainer().size()).isEqualTo(1);
        assertThat(cache).hasSize(ENTRIES);
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(cache.get("key " + i)).isEqualTo(i);
        }
    }

    @Test
    void aStopStoresWhatWasInMemory() {
        fill();
        restart();
        assertThat(objects("StoredEntry")).isEqualTo(ENTRIES);
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(cache.get("key " + i)).isEqualTo(i);
        }
        assertThat(problems()).isEmpty();
    }

    @Test
    void whatWasRemovedIsGoneForGood() {
        fill();
        cache.get("key 0"); // into memory
        for (int i = 0; i < ENTRIES; i++) {
            cache.remove("key " + i);
        }
        restart();
        assertThat(cache).isEmpty();
        assertThat(objects("StoredEntry")).isZero();
    }
}
