package org.jnvm.examples.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransferTest {
    private static final int ACCOUNTS = 50;
    private static final int TRANSFERS = 500_000;

    @Test
    void isTheSameEachTime() {
        assertThat(Transfer.of(7, 1, 12, 100_000)).isEqualTo(Transfer.of(7, 1, 12, 100_000));
        assertThat(Transfer.of(7, 1, 12, 100_000).toLine()).startsWith("T 1 12 ");
    }

    @Test
    void reachesEveryPairOfAccountsEquallyOften() {
        int[] counts = new int[ACCOUNTS * ACCOUNTS];
        for (int number = 1; number <= TRANSFERS; number++) {
            Transfer transfer = Transfer.of(1, 0, number, ACCOUNTS);
            assertThat(transfer.amount()).isBetween(1, Transfer.AMOUNT_MAX);
            counts[transfer.from() * ACCOUNTS + transfer.to()]++;
        }
        int expected = TRANSFERS / (ACCOUNTS * (ACCOUNTS - 1));
        IntStream.range(0, ACCOUNTS).forEach(i -> {
            assertThat(counts[i * ACCOUNTS + i]).as("to itself").isZero();
            counts[i * ACCOUNTS + i] = expected;
        });
        // about seven standard deviations
        assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(expected / 2);
        assertThat(Arrays.stream(counts).max().orElseThrow()).isLessThan(expected * 3 / 2);
    }
}
