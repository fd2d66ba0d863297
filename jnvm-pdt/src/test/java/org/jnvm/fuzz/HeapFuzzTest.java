package org.jnvm.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens heap files with random and structure-aware damage, and uses them in every way.
 *
 * <p>Invariants checked: each is opened correctly, repaired (and clean the next time), or refused with a {@code
 * JnvmException} that names the file. There is no other exception, no endless loop, no lack of memory, no crash of the
 * JVM. {@code recover()} is not called on objects of a heap that is refused, a refused heap keeps its bytes, and classes
 * that are not persistent are never initialised.
 *
 * <p>A failing file is kept under {@code target/fuzz}. {@code -Djnvm.seed=S -Djnvm.case=N} repeats one case.
 */
@Once
class HeapFuzzTest {
    private static final int FULL = 20_000;
    private static final int SHORT = 400;

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
    void damagedHeapsAreOpenedRepairedOrRefused() throws Exception {
        long seed = Seeds.of("damaged heaps", "-Dtest=HeapFuzzTest -Djnvm.case=...");
        long from = Long.getLong("jnvm.case", 0);
        long to = from + (System.getProperty("jnvm.case") != null ? 1 : Full.ON ? FULL : SHORT);
        FuzzSeries series = new FuzzSeries(FuzzRun.class, seed, work, kept);
        series.run(from, to, System.out);
        System.out.println("damaged heaps: " + series.outcomes());
        assertThat(series.failures()).isEmpty();
        if (to - from >= SHORT) { // all kinds of answers occur
            assertThat(series.outcomes())
                    .containsKeys("opened", "repaired", "opened, use refused", "refused: HeapFormatException");
        }
    }
}
