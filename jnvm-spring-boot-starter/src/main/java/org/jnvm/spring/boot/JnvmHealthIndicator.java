package org.jnvm.spring.boot;

import org.jnvm.Heap;
import org.jnvm.HeapStats;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The health of a heap: down if it is closed, poisoned by an I/O error, or nearly full. Takes microseconds. Safe for use by several threads.
 */
public final class JnvmHealthIndicator implements HealthIndicator {
    private final Heap heap;
    private final int minimumAvailablePercent;

    /**
     * Makes the indicator.
     *
     * @param heap the heap
     * @param minimumAvailablePercent how much of its maximum must be available at least, 0 to 100
     */
    public JnvmHealthIndicator(Heap heap, int minimumAvailablePercent) {
        if (minimumAvailablePercent < 0 || minimumAvailablePercent > 100) {
            throw new IllegalArgumentException(
                    "what must be available is 0 to 100 percent: percent=" + minimumAvailablePercent);
        }
        this.heap = heap;
        this.minimumAvailablePercent = minimumAvailablePercent;
    }

    @Override
    public Health health() {
        HeapStats stats = heap.stats();
        Health.Builder health = Health.unknown()
                .withDetail("file", stats.path().toString())
                .withDetail("domain", stats.domain())
                .withDetail("maxBytes", stats.maxBytes())
                .withDetail("availableBytes", stats.availableBytes());
        if (stats.closed()) {
            return health.down().withDetail("reason", "closed").build();
        }
        if (stats.poisoned()) {
            return health.down()
                    .withDetail("reason", "poisoned by an I/O error: look at disk and file, and start anew")
                    .build();
        }
        if (stats.availableBytes() < stats.maxBytes() / 100 * minimumAvailablePercent) {
            return health.down()
                    .withDetail("reason", "less than " + minimumAvailablePercent + " % available")
                    .build();
        }
        return health.up().build();
    }
}
