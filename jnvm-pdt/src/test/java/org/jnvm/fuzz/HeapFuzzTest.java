package org.jnvm.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        long seed = Seed.of("damaged heaps", "-Dtest=HeapFuzzTest -Djnvm.case=...");
        long from = Long.getLong("jnvm.case", 0);
        long to = from + (System.getProperty("jnvm.case") != null ? 1 : Seed.full() ? FULL : SHORT);
        Map<String, Long> outcomes = new TreeMap<>();
        List<String> failures = new ArrayList<>();
        while (from < to && failures.size() < 5) {
            Path progress = work.resolve("progress");
            Files.deleteIfExists(progress);
            FuzzChild.Result result = FuzzChild.run(
                    FuzzRun.class,
                    work,
                    progress,
                    List.of("" + seed, "" + from, "" + to, work.toString(), kept.toString()));
            long last = FuzzChild.read(progress);
            collect(result.output(), outcomes, failures);
            if (result.exit() == 0) {
                break;
            }
            failures.add((result.exit() < 0 ? "hang" : "child JVM ended with " + result.exit()) + ": seed=" + seed
                    + ", case=" + last + ", output=" + result.output());
            from = Math.max(last, from) + 1;
        }
        System.out.println("damaged heaps: " + outcomes);
        assertThat(failures).isEmpty();
        if (to - from >= SHORT) { // all kinds of answers occur
            assertThat(outcomes)
                    .containsKeys("opened", "repaired", "opened, use refused", "refused: HeapFormatException");
        }
    }

    private static void collect(List<String> lines, Map<String, Long> outcomes, List<String> failures) {
        for (String line : lines) {
            if (line.startsWith("count ")) {
                String[] words = line.split(" ", 3);
                outcomes.merge(words[2], Long.parseLong(words[1]), Long::sum);
            } else if (line.startsWith("FAIL ")) {
                failures.add(line);
            } else if (!failures.isEmpty() && line.startsWith("    ")) {
                failures.set(failures.size() - 1, failures.get(failures.size() - 1) + "\n" + line);
            }
        }
    }
}
