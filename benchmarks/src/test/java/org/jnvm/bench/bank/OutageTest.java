package org.jnvm.bench.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Throughput before and after a crash is computed from counts. */
class OutageTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void tellsWhenThroughputIsBack() {
        int[] answered = new int[80];
        Arrays.fill(answered, 0, 10, 3); // warming up
        Arrays.fill(answered, 10, 20, 100);
        Arrays.fill(answered, 30, 50, 50);
        Arrays.fill(answered, 50, 80, 95);
        Outage outage = new Outage(answered, 2 * SECOND);
        assertThat(outage.nominal()).isEqualTo(1000);
        // a second of which so much is as fast that the mean is 90 a count: nine of ten counts
        assertThat(outage.backAfterMs()).isEqualTo(3900);
        assertThat(outage.second(20)).isEqualTo(0.05, within(1e-9));
        assertThat(outage.perSecond(30)).isEqualTo(500);
    }

    @Test
    void saysThatItNeverIs() {
        int[] answered = new int[60];
        Arrays.fill(answered, 0, 20, 100);
        Arrays.fill(answered, 30, 60, 80);
        assertThat(new Outage(answered, 2 * SECOND).backAfterMs()).isNaN();
    }
}
