package org.jnvm.examples.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    @Test
    void keepsWhatWasPrintedBeforeTheKill() {
        try (ChildJvm child = ChildJvm.start(Chatterbox.class, List.of("größer", "to", "listen"))) {
            assertThat(child.readLine()).isEqualTo("größer");
            child.killAfter(Duration.ofMillis(50));
            assertThat(child.readLine()).as("torn line").isNull();
            assertThat(child.wasKilled()).isTrue();
        }
    }

    @Test
    void hearsWhatItIsTold() {
        try (ChildJvm child = ChildJvm.start(Chatterbox.class, List.of("first", "", "listen"))) {
            child.tell("größer");
            assertThat(child.readLine()).isEqualTo("first");
            assertThat(child.readLine()).isEqualTo("größer");
        }
    }

    @Test
    void tellsAnExitFromAKill() {
        try (ChildJvm child = ChildJvm.start(Chatterbox.class, List.of("first", "second\nthird\n"))) {
            assertThat(child.readLine()).isEqualTo("first");
            assertThat(child.readLine()).isEqualTo("second");
            assertThat(child.readLine()).isEqualTo("third");
            assertThat(child.readLine()).isNull();
            assertThat(child.wasKilled()).isFalse();
            assertThat(child.exitStatus()).isEqualTo(3);
        }
    }

    @Test
    void killsOnClose() {
        ChildJvm child = ChildJvm.start(Chatterbox.class, List.of("", "", "listen"));
        child.close();
        assertThat(child.wasKilled()).isTrue();
    }
}
