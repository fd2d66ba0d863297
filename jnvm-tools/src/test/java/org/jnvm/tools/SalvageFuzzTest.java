package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.fuzz.FuzzChild;
import org.jnvm.fuzz.FuzzSeries;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Salvages heap files with random and structure-aware damage: see {@link SalvageRun}.
 *
 * <p>A failing file is kept under {@code target/fuzz}. {@code -Djnvm.seed=S -Djnvm.case=N} repeats one case.
 */
@Once
class SalvageFuzzTest {
    private static final int FULL = 100_000;
    private static final int SHORT = 120;

    @TempDir
    Path temporary;

    private Path work;
    private final Path kept = Path.of("target", "fuzz");

    @BeforeEach
    void makeFolders() throws Exception {
        work = FuzzChild.workFolder(temporary);
        Files.createDirectories(kept);
    }

    @AfterEach
    void removeFolder() throws Exception {
        FuzzChild.remove(work);
    }

    @Test
    void whatIsSoundIsThere() throws Exception {
        long seed = Seeds.of("salvaged heaps", "-Dtest=SalvageFuzzTest -Djnvm.case=... [-Djnvm.cases=...]");
        long from = Long.getLong("jnvm.case", 0);
        long all = System.getProperty("jnvm.case") != null ? 1 : Full.ON ? FULL : SHORT;
        long to = from + Long.getLong("jnvm.cases", all);
        FuzzSeries series = new FuzzSeries(SalvageRun.class, seed, work, kept);
        series.run(from, to, System.out);
        System.out.println("salvaged heaps: " + series.outcomes());
        assertThat(series.failures()).isEmpty();
        if (to - from >= SHORT) { // all kinds of answers occur
            assertThat(series.outcomes()).containsKeys("whole", "with losses and a part file");
        }
    }
}
