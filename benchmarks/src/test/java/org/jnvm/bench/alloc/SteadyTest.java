package org.jnvm.bench.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyTest {
    @Test
    void fewWindowsTellNothing() {
        assertThat(Steady.is(List.of())).isFalse();
        assertThat(Steady.is(List.of(1.0, 1.0, 1.0, 1.0, 1.0))).isFalse();
    }

    @Test
    void aRateThatGrowsIsNotSteady() {
        assertThat(Steady.is(List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.06))).isFalse();
        assertThat(Steady.is(List.of(9.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.06))).isFalse();
    }

    @Test
    void aRateThatStaysOrFallsIsSteady() {
        assertThat(Steady.is(List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.04))).isTrue();
        assertThat(Steady.is(List.of(1.0, 2.0, 1.0, 1.0, 0.5, 1.0))).isTrue();
        assertThat(Steady.is(List.of(1.0, 2.0, 3.0, 3.0, 3.0, 3.0))).isTrue();
    }
}
