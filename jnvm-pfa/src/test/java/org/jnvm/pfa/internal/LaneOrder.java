package org.jnvm.pfa.internal;

import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;

/** Has heaps replay the records of lanes in another order than that in which the lanes committed. */
public final class LaneOrder implements AutoCloseable {
    private final Comparator<LogReader.Committed> before = LogReader.order;
    private final AtomicLong met = new AtomicLong();

    /** Has the lane that drew its commit numbers last replayed first, until this is closed. */
    public LaneOrder() {
        LogReader.order = (one, other) -> {
            long oneLane = one.number() - 1 >>> Integer.numberOfTrailingZeros(Lane.NUMBERS);
            long otherLane = other.number() - 1 >>> Integer.numberOfTrailingZeros(Lane.NUMBERS);
            if (oneLane == otherLane) {
                return before.compare(one, other);
            }
            met.incrementAndGet();
            return Long.compare(otherLane, oneLane);
        };
    }

    /** Returns how often records of two lanes were to be replayed. */
    public long met() {
        return met.get();
    }

    @Override
    public void close() {
        LogReader.order = before;
    }
}
