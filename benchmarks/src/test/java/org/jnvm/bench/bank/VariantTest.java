package org.jnvm.bench.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each bank transfers, and has after a restart what its variant promises. */
@Tag("once")
class VariantTest {
    private static final int ACCOUNTS = 1500;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void transfersAndKeeps(Variant variant) {
        try (Bank bank = variant.open(folder, ACCOUNTS)) {
            assertThat(bank.size()).isEqualTo(ACCOUNTS);
            for (int i = 1; i < ACCOUNTS; i++) {
                bank.transfer(0, i, i);
            }
            assertThatThrownBy(() -> bank.transfer(0, ACCOUNTS, 1)).hasMessageContaining("to=" + ACCOUNTS);
            assertThatThrownBy(() -> bank.transfer(1, 1, 1)).hasMessageContaining("from=1, to=1");
            requireTransfers(bank);
        }
        if (variant.survives()) {
            try (Bank bank = variant.open(folder, 0)) {
                assertThat(bank.size()).isEqualTo(ACCOUNTS);
                requireTransfers(bank);
            }
        }
    }

    private static void requireTransfers(Bank bank) {
        int paid = IntStream.range(1, ACCOUNTS).sum();
        assertThat(bank.balance(0)).isEqualTo(Bank.INITIAL_BALANCE - paid);
        for (int i = 1; i < ACCOUNTS; i++) {
            assertThat(bank.balance(i)).isEqualTo(Bank.INITIAL_BALANCE + i);
        }
    }
}
