package org.jnvm.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The walks go over all objects, raw and persistent ones in the same order. */
class WalkBenchmarkTest {
    private static final int COUNT = 4 * WalkBenchmark.STEPS;

    private final WalkBenchmark benchmark = new WalkBenchmark();
    private final WalkBenchmark.Size size = new WalkBenchmark.Size();

    @BeforeEach
    void small() {
        size.count = COUNT;
    }

    @Test
    void walksReadAndWriteTheSame() {
        WalkBenchmark.Raw raw = new WalkBenchmark.Raw();
        WalkBenchmark.Proxies proxies = new WalkBenchmark.Proxies();
        raw.open(size);
        proxies.open(size);
        try {
            long sum = 0;
            for (int i = 0; i < COUNT / WalkBenchmark.STEPS; i++) {
                long part = benchmark.walkRawRead(raw);
                assertThat(benchmark.walkProxyRead(proxies)).isEqualTo(part);
                sum += part;
            }
            assertThat(sum).isEqualTo((long) COUNT * (COUNT - 1) / 2);
            benchmark.walkRawWrite(raw);
            benchmark.walkProxyWrite(proxies);
            assertThat(RawMemory.getLong(raw.addresses[7] + Cell.VALUE)).isEqualTo(7);
            assertThat(proxies.cells[7].value()).isEqualTo(7);
        } finally {
            raw.close();
            proxies.close();
        }
    }

    @Test
    void chasesComeAroundAfterAllObjects() {
        WalkBenchmark.Raw raw = new WalkBenchmark.Raw();
        WalkBenchmark.Ring ring = new WalkBenchmark.Ring();
        raw.open(size);
        ring.open(size);
        try {
            long first = raw.here;
            Link start = ring.here;
            Set<Link> seen = new HashSet<>();
            for (Link link = start.next(); !link.equals(start); link = link.next()) {
                seen.add(link);
            }
            assertThat(seen).hasSize(COUNT - 1);
            for (int i = 1; i < COUNT / WalkBenchmark.STEPS; i++) {
                assertThat(benchmark.chaseRaw(raw)).isNotEqualTo(first);
                assertThat(benchmark.chaseProxy(ring)).isNotEqualTo(start);
            }
            assertThat(benchmark.chaseRaw(raw)).isEqualTo(first);
            assertThat(benchmark.chaseProxy(ring)).isEqualTo(start);
        } finally {
            raw.close();
            ring.close();
        }
    }
}
