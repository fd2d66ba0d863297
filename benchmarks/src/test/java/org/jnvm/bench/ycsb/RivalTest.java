package org.jnvm.bench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stores keep what they are told, with two clients where they are for several; those that need flags or libraries are run by the figure. */
@Tag("once")
class RivalTest {
    private static final Set<Rival> ELSEWHERE = EnumSet.of(Rival.LLPL, Rival.LMDB, Rival.CHRONICLE_MAP);

    static Stream<RivalContender> contenders() {
        return Arrays.stream(Rival.values())
                .filter(rival -> !ELSEWHERE.contains(rival))
                .flatMap(rival -> rival.durabilities().stream().map(each -> new RivalContender(rival, each)));
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void keepsWhatItIsTold(RivalContender contender) throws Exception {
        List<Mix> mixes =
                Rival.SORTED.contains(contender.rival()) ? List.of(Mix.A, Mix.D, Mix.E) : List.of(Mix.A, Mix.D);
        Plan plan = new Plan(200, 3, 40, contender.isConcurrent() ? 2 : 1, 2, 10, mixes);
        List<String> lines = YcsbProcess.run(plan, contender);
        assertThat(lines).hasSize(mixes.size() + 1);
        assertThat(lines.get(mixes.size())).startsWith("CHECKED ");
        assertThat(Contender.of(contender.arguments())).isEqualTo(contender);
    }

    @Test
    void whatDoesNotScanSaysSo() {
        Plan plan = new Plan(200, 3, 40, 1, 2, 10, List.of(Mix.E));
        assertThatThrownBy(() -> YcsbProcess.run(plan, new RivalContender(Rival.J_NVM, Durability.PROCESS)))
                .hasMessageContaining("mix E is for stores that scan");
    }

    @Test
    void whatAStoreDoesNotOfferIsRefused() {
        assertThatThrownBy(() -> new RivalContender(Rival.ECLIPSE_STORE, Durability.DISK))
                .hasMessageContaining("store=ECLIPSE_STORE, wanted=DISK, offered=[PROCESS]");
    }
}
