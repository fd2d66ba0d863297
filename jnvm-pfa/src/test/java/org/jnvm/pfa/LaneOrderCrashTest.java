package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import org.jnvm.pfa.internal.LaneOrder;
import org.jnvm.testing.Once;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariant checked: records of two lanes name nothing in common, so that a crash loses nothing in whatever order lanes are
 * replayed: here in the opposite one.
 */
@Once
class LaneOrderCrashTest {
    @ParameterizedTest
    @EnumSource
    void theOrderOfLanesDoesNotMatter(TwoThreadsCrashTest.Threads threads) {
        try (LaneOrder order = new LaneOrder()) {
            TwoThreadsCrashTest.explore(threads);
            if (threads == TwoThreadsCrashTest.Threads.BLOCKS_ON_DIFFERENT_OBJECTS) {
                assertThat(order.met()).as("images with records of two lanes").isPositive();
            }
        }
    }
}
