package org.jnvm.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jnvm.campaign.soak.SoakName;
import org.jnvm.campaign.soak.SoakRun;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that never free anything, in heaps half as large again as what they hold; {@code scripts/campaign soak} for hours. */
@Once
class SoakTest {
    private static final int SIZE = 60_000;

    @TempDir
    Path folder;

    private static List<SoakName> programs() {
        return Full.ON ? List.of(SoakName.values()) : List.of(SoakName.WORDS, SoakName.ORDERS, SoakName.YCSB_A);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void nothingIsMissedAndTheHeapIsNeverFull(SoakName name) throws Exception {
        long seed = Seeds.of("Soak");
        String done = new SoakRun(name, folder, 3, SIZE, seed).run(Duration.ofSeconds(Full.ON ? 60 : 1));
        System.out.println(done);
        assertThat(done).doesNotContain("freed objects=0,");
    }
}
