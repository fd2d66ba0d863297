package org.jnvm.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;
import org.jnvm.pdt.PString;
import org.junit.jupiter.api.Test;

/**
 * Invariant checked: with write-behind what was put is read at once, and a stop brings all of it into the store, the last
 * value of each key.
 */
class WriteBehindTest extends CacheTest {
    private static final int ENTRIES = 100;
    private static final int TIMES = 5;

    @Override
    void configure(ConfigurationBuilder cache, JnvmStoreConfigurationBuilder store) {
        cache.clustering().hash().numSegments(4);
        store.async().enable();
    }

    @Test
    void aStopStoresWhatWasQueued() {
        start();
        for (int value = 0; value < TIMES; value++) {
            for (int i = 0; i < ENTRIES; i++) {
                cache.put("key " + i, value);
                assertThat(cache.get("key " + i)).isEqualTo(value);
            }
        }
        for (int i = 0; i < ENTRIES; i += 2) {
            cache.remove("key " + i);
            assertThat(cache.get("key " + i)).isNull();
        }
        restart();
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(cache.get("key " + i)).isEqualTo(i % 2 == 0 ? null : TIMES - 1);
        }
        assertThat(objects("StoredEntry")).isEqualTo(ENTRIES / 2);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aPersistentObjectNeedsAMarshaller() {
        start();
        PString value = persistent("value");
        assertThatThrownBy(() -> cache.put("key", value)).hasStackTraceContaining("PString");
        assertThat(cache.get("key")).isNull();
    }
}
