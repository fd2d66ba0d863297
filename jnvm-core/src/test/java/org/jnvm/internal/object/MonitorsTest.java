package org.jnvm.internal.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jnvm.internal.layout.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Monitors of objects that can have several proxies. */
class MonitorsTest {
    private final Monitors monitors = new Monitors();

    @Test
    void givesOneMonitorToEachObject() {
        long one = Reference.toBlock(0x2000, 3);
        Object monitor = monitors.of(one);
        assertThat(monitors.of(one)).isSameAs(monitor);
        assertThat(monitors.of(Reference.toBlock(0x2000, 4))).isNotSameAs(monitor);
        assertThat(monitors.of(Reference.toBlock(0x2100, 3))).isNotSameAs(monitor);
        assertThat(monitor).hasToString("monitor of persistent object " + Reference.describe(one));
    }

    @Test
    void givesThreadsThatAskAtOnceTheSame() {
        for (int round = 0; round < 200; round++) {
            long ref = Reference.toBlock(0x2000 + 0x100L * round, 0);
            Set<Object> seen = ConcurrentHashMap.newKeySet();
            IntStream.range(0, 8).parallel().forEach(i -> seen.add(monitors.of(ref)));
            assertThat(seen).hasSize(1);
        }
    }

    @Test
    @Timeout(60)
    void forgetsThoseThatNobodyUses() {
        Object held = monitors.of(Reference.toBlock(0x2000, 0));
        Set<Object> dropped = new HashSet<>();
        for (int i = 1; i <= 100; i++) {
            dropped.add(monitors.of(Reference.toBlock(0x2000 + 0x100L * i, 0)));
        }
        assertThat(monitors.size()).isEqualTo(dropped.size() + 1);
        dropped.clear();
        while (monitors.size() > 1) {
            System.gc();
        }
        assertThat(monitors.of(Reference.toBlock(0x2000, 0))).isSameAs(held);
    }
}
