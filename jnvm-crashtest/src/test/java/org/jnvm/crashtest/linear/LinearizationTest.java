package org.jnvm.crashtest.linear;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Invariant checked: the checker accepts histories of a register that have an order, and no others. */
class LinearizationTest {
    private final List<Operation<Integer>> history = new ArrayList<>();

    private void write(long start, long end, int value) {
        history.add(new Operation<>("write " + value, start, end, before -> value));
    }

    private void read(long start, long end, int value) {
        history.add(new Operation<>("read " + value, start, end, before -> before == value ? before : null));
    }

    private String violation() {
        return Linearization.violation(history, 0);
    }

    @Test
    void whatIsSequentialMustBeInOrder() {
        write(1, 2, 7);
        read(3, 4, 7);
        assertThat(violation()).isNull();
        read(5, 6, 0);
        assertThat(violation()).contains("read 0").contains("the first 2 of 3");
    }

    @Test
    void whatOverlapsMayBeInAnyOrder() {
        write(1, 10, 7);
        read(2, 3, 0);
        read(4, 5, 7);
        assertThat(violation()).isNull();
    }

    @Test
    void aValueDoesNotGoAwayAgain() {
        write(1, 10, 7);
        read(2, 3, 7);
        read(4, 5, 0);
        assertThat(violation()).isNotNull();
    }

    @Test
    void twoReadersAgreeOnTheOrderOfTwoWriters() {
        write(1, 20, 1);
        write(1, 20, 2);
        read(2, 3, 1);
        read(4, 5, 2);
        assertThat(violation()).isNull();
        read(6, 7, 1);
        assertThat(violation()).isNotNull();
    }

    @Test
    void anOperationCanOverlapWithMany() {
        write(0, 1_000_000, 1);
        for (int i = 1; i <= 500; i++) {
            read(10L * i, 10L * i + 5, i < 300 ? 0 : 1);
        }
        assertThat(violation()).isNull();
        read(6000, 6001, 0);
        assertThat(violation()).isNotNull();
    }

    @Test
    void whatEndsWhenAnotherBeginsMayComeAfterIt() {
        write(1, 5, 7);
        read(5, 6, 0);
        assertThat(violation()).isNull();
    }
}
