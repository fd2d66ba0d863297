package org.jnvm.bench.bank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a bank lost is found. */
class LedgerTest {
    private static final long INITIAL = Bank.INITIAL_BALANCE;

    private final Ledger ledger = new Ledger(4);

    @Test
    void findsATransferThatIsMissing() {
        ledger.acknowledged(new Transfer(0, 1, 5));
        assertThat(ledger.audit(new long[] {INITIAL - 5, INITIAL + 5, INITIAL, INITIAL}))
                .isEqualTo(new Ledger.Audit(0, 0, 0));
        assertThat(ledger.audit(new long[] {INITIAL, INITIAL, INITIAL, INITIAL}))
                .isEqualTo(new Ledger.Audit(0, 2, 0));
        assertThat(ledger.audit(new long[] {INITIAL - 5, INITIAL, INITIAL, INITIAL}))
                .as("half of it")
                .isEqualTo(new Ledger.Audit(-5, 1, 0));
    }

    @Test
    void blamesNobodyForWhatWasNotAnswered() {
        ledger.uncertain(new Transfer(2, 3, 7));
        assertThat(ledger.audit(new long[] {INITIAL, INITIAL, INITIAL - 7, INITIAL + 7}))
                .isEqualTo(new Ledger.Audit(0, 0, 2));
        assertThat(ledger.audit(new long[] {INITIAL, INITIAL, INITIAL - 7, INITIAL}))
                .as("half of it")
                .isEqualTo(new Ledger.Audit(-7, 0, 2));
    }
}
