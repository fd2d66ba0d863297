package org.jnvm.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.jnvm.DurabilityDomain;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariants checked: a cache in domain DISK is what it is in others, and no thread waits for the disk that must not wait. */
class DiskTest extends CacheTest {
    private long interval;

    @Override
    void configure(ConfigurationBuilder cache, JnvmStoreConfigurationBuilder store) {
        store.durability(DurabilityDomain.DISK).interval(interval);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 50})
    void whatWasPutIsThereAfterARestart(long millis) {
        interval = millis;
        start();
        assertThat(heap.domain()).isEqualTo(DurabilityDomain.DISK);
        assertThat(heap.stats().disk().interval()).isEqualTo(millis == 0 ? null : Duration.ofMillis(millis));
        cache.put("one", 1);
        cache.putAll(Map.of("two", 2, "three", 3));
        cache.remove("two");
        restart();
        assertThat(cache.get("one")).isEqualTo(1);
        assertThat(cache.get("two")).isNull();
        assertThat(cache.get("three")).isEqualTo(3);
        assertThat(problems()).isEmpty();
    }

    @Test
    void whoPutsDoesNotForceFiles() throws Exception {
        start();
        cache.put("warm", 0); // the heap file is marked as in use
        Path dump = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.jnvm.GroupCommit").withThreshold(Duration.ZERO);
            recording.start();
            for (int i = 0; i < 20; i++) {
                cache.putAsync("key " + i, i).get(60, TimeUnit.SECONDS);
                cache.removeAsync("key " + i).get(60, TimeUnit.SECONDS);
            }
            recording.stop();
            recording.dump(dump);
        }
        List<RecordedEvent> points = RecordingFile.readAllEvents(dump);
        assertThat(points).hasSizeGreaterThanOrEqualTo(40);
        long own = Thread.currentThread().getId();
        assertThat(points).noneMatch(point -> point.getThread().getJavaThreadId() == own);
        // on newer JDKs blocking threads are virtual ones without names
        assertThat(points).noneMatch(point -> point.getThread().getJavaName().startsWith("non-blocking"));
    }
}
