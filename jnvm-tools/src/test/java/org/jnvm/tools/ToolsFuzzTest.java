package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.fuzz.FuzzChild;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Looks at the damaged heap files of {@code HeapFuzzTest} in {@code jnvm-pdt} with every tool that reads.
 *
 * <p>Invariants checked: each tool answers, or refuses the file with a {@code JnvmException} that names it. There is no
 * other exception, no endless loop, no lack of memory, no crash of the JVM, and the file keeps its bytes; what can be
 * exported is sound.
 *
 * <p>A failing file is kept under {@code target/fuzz}. {@code -Djnvm.seed=S -Djnvm.case=N} repeats one case.
 */
@Once
class ToolsFuzzTest {
    private static final int FULL = 20_000;
    private static final int SHORT = 200;

    @TempDir
    Path temporary;

    @Test
    void everyToolAnswersAndChangesNothing() throws Exception {
        long seed = Seeds.of("damaged heaps", "-Dtest=ToolsFuzzTest -Djnvm.case=...");
        long from = Long.getLong("jnvm.case", 0);
        long to = from + (System.getProperty("jnvm.case") != null ? 1 : Full.ON ? FULL : SHORT);
        Path kept = Files.createDirectories(Path.of("target", "fuzz"));
        Path work = FuzzChild.workFolder(temporary);
        try {
            FuzzChild.Result result = FuzzChild.run(
                    ToolsFuzzRun.class,
                    work,
                    work.resolve("progress"),
                    List.of("" + seed, "" + from, "" + to, work.toString(), kept.toString()));
            String output = String.join("\n", result.output());
            System.out.println(output);
            assertThat(result.exit())
                    .as("exit of the JVM in case %d: %s", FuzzChild.read(work.resolve("progress")), output)
                    .isZero();
            assertThat(result.output()).noneMatch(line -> line.startsWith("FAIL"));
            if (to - from >= SHORT) { // all kinds of answers occur
                assertThat(output)
                        .contains("check: damaged", "check: recoverable", "check: refused")
                        .contains("dump: dumped", "dump: refused", "export: exported", "export: refused");
            }
        } finally {
            FuzzChild.remove(work);
        }
    }
}
