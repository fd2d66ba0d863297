package org.jnvm.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What must be there follows from the journal. */
class AcknowledgedTest {
    private static Acknowledged after(int intervalMillis, String... lines) {
        Acknowledged acknowledged = new Acknowledged(2, intervalMillis);
        Stream.of(lines).forEach(acknowledged::note);
        return acknowledged;
    }

    @Test
    void inModeSyncAllThatWasAcknowledged() {
        Acknowledged acknowledged = after(0, "CREATED", "OPEN 3,0 12", "A 0 4", "A 1 1", "A 0 5");
        assertThat(acknowledged.last()).isEqualTo("5,1");
        assertThat(acknowledged.durable()).isEqualTo("5,1");
        assertThat(acknowledged.created()).isTrue();
        assertThat(acknowledged.founded()).isFalse();
        assertThatThrownBy(() -> acknowledged.note("A 0 7")).hasMessageContaining("operation 7 right after 5");
    }

    @Test
    void inModeAsyncWhatWasSoAnIntervalBeforeAnOperationBegan() {
        Acknowledged acknowledged =
                after(10, "OPEN 3,0 12", "A 0 4 100 200", "A 1 1 150 900", "A 0 5 300 950", "A 1 2 10899 11000");
        assertThat(acknowledged.last()).isEqualTo("5,2");
        assertThat(acknowledged.durable()).isEqualTo("4,0");
        acknowledged.note("A 0 6 10951 10990");
        assertThat(acknowledged.durable()).isEqualTo("5,1");
        acknowledged.note("S 1 2");
        assertThat(acknowledged.durable()).isEqualTo("5,2");
        acknowledged.note("OPEN 6,2 12");
        assertThat(acknowledged.durable()).as("it is opened").isEqualTo("6,2");
    }
}
