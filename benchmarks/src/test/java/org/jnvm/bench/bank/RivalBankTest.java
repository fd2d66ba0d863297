package org.jnvm.bench.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Rival;
import org.jnvm.bench.ycsb.RivalContender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Banks in embedded stores have what two clients transferred; LMDB's needs flags, and is run by the figure. */
class RivalBankTest {
    @TempDir
    private Path folder;

    static Stream<RivalContender> banks() {
        return Arrays.stream(Rival.values())
                .filter(rival -> rival != Rival.LMDB)
                .flatMap(rival -> rival.durabilities().stream().map(each -> new RivalContender(rival, each)))
                .filter(RivalBank::isThere);
    }

    @ParameterizedTest
    @MethodSource("banks")
    void hasWhatWasTransferred(RivalContender contender) throws Exception {
        List<String> lines = BankProcess.run(contender, 300, 2, 5, 30);
        assertThat(lines).hasSize(2);
        assertThat(Double.parseDouble(lines.get(0).split(" ")[2])).isPositive();
        assertThat(lines.get(1)).isEqualTo("CHECKED 300");
    }

    @Test
    void whatDoesNotSyncKeepsNone() {
        RivalContender contender = new RivalContender(Rival.ROCKSDB, Durability.PROCESS);
        assertThatThrownBy(() -> RivalBank.found(contender, folder.resolve("bank"), 10))
                .hasMessageContaining("RocksDB, WAL, no sync");
    }
}
