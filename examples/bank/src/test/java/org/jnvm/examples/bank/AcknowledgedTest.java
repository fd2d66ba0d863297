package org.jnvm.examples.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AcknowledgedTest {
    private final Acknowledged acknowledged = new Acknowledged();

    @Test
    void countsTransfersAndNothingElse() {
        acknowledged.startFrom(List.of(10L, 20L));
        acknowledged.note("T 1 21 3 4 100");
        acknowledged.note("a warning of the JVM");
        acknowledged.note("T 1 22 3 4 100");
        assertThat(acknowledged.count()).isEqualTo(2);
        assertThat(acknowledged.lastTransfers()).isEqualTo("10,22");
    }

    @Test
    void refusesAGap() {
        acknowledged.startFrom(List.of(10L));
        assertThatThrownBy(() -> acknowledged.note("T 0 12 3 4 100"))
                .hasMessage("Teller 0 acknowledged transfer 12 right after transfer 10.");
    }
}
