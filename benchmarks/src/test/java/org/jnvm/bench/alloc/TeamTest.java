package org.jnvm.bench.alloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TeamTest {
    private final Contender contender = new NoContender();

    @Test
    void everyThreadDoesARoundInEveryWindow() throws Exception {
        AtomicLong[] rounds = {new AtomicLong(), new AtomicLong()};
        long pairs = 0;
        try (Team team = new Team(2, thread -> contender, thread -> round(rounds[thread]::incrementAndGet))) {
            for (int window = 1; window <= 20; window++) {
                Team.Window last = team.next(0);
                assertThat(last.pairs()).isGreaterThanOrEqualTo(2 * 10);
                assertThat(last.perSecond()).isPositive();
                pairs += last.pairs();
            }
        }
        // the window that was running at the end counts for nothing
        assertThat(pairs).isLessThanOrEqualTo(10 * (rounds[0].get() + rounds[1].get()));
    }

    @Test
    void aThreadThatFailsEndsTheTeam() {
        assertThatThrownBy(() -> {
                    try (Team team = new Team(
                            2,
                            thread -> contender,
                            thread -> round(() -> {
                                if (thread == 0) {
                                    throw new IllegalStateException("no room");
                                }
                            }))) {
                        team.next(0);
                        team.next(0);
                    }
                })
                .hasMessageContaining("worker 2.0")
                .hasRootCauseMessage("no room");
    }

    @Test
    void timingsAreThoseOfAWindow() throws Exception {
        try (Team team =
                new Team(1, thread -> contender, thread -> Workload.timedPairs(contender, Long.BYTES, thread))) {
            team.next(0);
            Team.Window second = team.next(0);
            assertThat(second.timings().allocations().getTotalCount()).isEqualTo(second.pairs());
            assertThat(second.timings().frees().getTotalCount()).isEqualTo(second.pairs());
        }
    }

    private static Workload.Round round(Runnable what) {
        return new Workload.Round() {
            @Override
            public void run() {
                what.run();
            }

            @Override
            public int pairs() {
                return 10;
            }
        };
    }
}
