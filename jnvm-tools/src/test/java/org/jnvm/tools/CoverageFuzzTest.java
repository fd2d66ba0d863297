package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.Trust;
import org.jnvm.fuzz.Canaries;
import org.jnvm.fuzz.DamagedHeap;
import org.jnvm.fuzz.FuzzChild;
import org.jnvm.fuzz.PatchedFiles;
import org.jnvm.internal.salvage.Salvage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Opens heap files that a fuzzer makes, steered by what code they reach, in the ways that must survive anything.
 *
 * <p>Invariants checked: the file is opened, refused with a {@code JnvmException} that names it, or salvaged to a sound heap. There is no
 * other exception, no endless loop, no crash of the JVM; the file keeps its bytes, and classes that are not persistent are not initialised.
 *
 * <p>An ordinary build replays the corpus, the files in {@code src/test/resources/org/jnvm/tools/CoverageFuzzTestInputs}: without the
 * fuzzer's agent, which would stay in a JVM that other tests use, too. {@code scripts/fuzz} fuzzes.
 */
class CoverageFuzzTest {
    private static final Path CORPUS = Path.of("src/test/resources/org/jnvm/tools/CoverageFuzzTestInputs");
    private static final Duration LONGEST = Duration.ofSeconds(60);
    /** Where the input is kept that is used, for a JVM that crashes; null if nowhere. */
    private static final String LAST = System.getProperty("jnvm.fuzz.input");

    @TempDir
    static Path temporary;

    private static Path work;
    private static PatchedFiles made;

    @BeforeAll
    static void makeFolder() throws IOException {
        work = FuzzChild.workFolder(temporary);
    }

    @AfterAll
    static void removeFolder() throws IOException {
        FuzzChild.remove(work);
    }

    /** Returns the heaps, made when the fuzzer has its agent. */
    private static PatchedFiles files() {
        if (made == null) {
            made = new PatchedFiles(work);
        }
        return made;
    }

    /** For the fuzzer. */
    @EnabledIfEnvironmentVariable(
            named = "JAZZER_FUZZ",
            matches = ".+",
            disabledReason = "fuzzes as long as one likes: scripts/fuzz")
    @FuzzTest
    void fuzz(byte[] input) throws IOException {
        use(input);
    }

    static List<Path> corpus() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            return files.filter(Files::isRegularFile).sorted().toList(); // the fuzzer makes a folder, too
        }
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void survivesTheCorpus(Path input) throws IOException {
        byte[] bytes = Files.readAllBytes(input);
        Map<String, String> answers = Assertions.assertTimeoutPreemptively(LONGEST, () -> use(bytes));
        System.out.println(input.getFileName() + ": " + answers);
    }

    /** What the fuzzer starts from is sound, and the same in each run. */
    @Test
    void basesAreSound() throws IOException {
        for (byte base = 0; base < 3; base++) {
            byte[] input = {base};
            assertThat(use(input))
                    .as("base %d", base)
                    .containsEntry("untrusted", "opened, use refused") // arrays are written to
                    .containsEntry("verified", "opened, use refused")
                    .containsEntry("check", "recoverable")
                    .containsEntry("dump", "dumped")
                    .containsEntry("salvage", "whole");
            PatchedFiles.Patched first = files().make(input);
            PatchedFiles.Patched second = new PatchedFiles(Files.createDirectories(work.resolve("again"))).make(input);
            assertThat(second.bytes()).as(first.base()).isEqualTo(first.bytes());
            for (int i = 0; i < first.logs().size(); i++) {
                assertThat(second.logs().get(i))
                        .as(first.base())
                        .isEqualTo(first.logs().get(i));
            }
        }
    }

    // ---- the target ----

    /** A way to look at the files. */
    private interface Way {
        String use(Path heap) throws IOException;
    }

    private static final Map<String, Way> WAYS = Map.of(
            "untrusted", heap -> open(heap, Trust.UNTRUSTED),
            "verified", heap -> open(heap, Trust.VERIFY),
            "check", heap -> HeapTools.check(heap, ToolProgress.NONE).isRecoverable() ? "recoverable" : "damaged",
            "dump", CoverageFuzzTest::dump,
            "salvage", CoverageFuzzTest::salvage);

    /** Uses the files that an input stands for in every way; returns the answers. */
    private static Map<String, String> use(byte[] input) throws IOException {
        PatchedFiles.Patched patched = files().make(input);
        Path file = work.resolve("patched.heap");
        if (LAST != null) {
            Files.write(Path.of(LAST), input);
        }
        patched.write(file);
        Map<String, String> answers = new TreeMap<>();
        for (Map.Entry<String, Way> way : WAYS.entrySet()) {
            try {
                answers.put(way.getKey(), answer(way.getValue(), file));
                patched.requireUnchanged(file);
                if (!Canaries.SEEN.isEmpty()) {
                    throw new AssertionError("classes were initialised: " + Canaries.SEEN);
                }
            } catch (IOException | RuntimeException | Error e) {
                throw new AssertionError(
                        "way=" + way.getKey() + ", base=" + patched.base() + ", patches=" + patched.patches(), e);
            }
        }
        return answers;
    }

    private static String answer(Way way, Path heap) throws IOException {
        try {
            return way.use(heap);
        } catch (JnvmException e) {
            if (!String.valueOf(e.getMessage()).contains(heap.getFileName().toString())) {
                throw new AssertionError("message does not name the file", e);
            }
            return "refused";
        }
    }

    private static String open(Path heap, Trust trust) {
        HeapOptions options = HeapOptions.defaults().trust(trust).acceptAfterPowerLoss(true);
        return new DamagedHeap(heap, options, true).use(false, null);
    }

    private static String dump(Path heap) throws IOException {
        HeapTools.dump(heap, List.of(), OutputStream.nullOutputStream(), ToolProgress.NONE);
        return "dumped";
    }

    private static String salvage(Path heap) throws IOException {
        Path out = heap.resolveSibling("salvaged.heap");
        Path part = heap.resolveSibling("salvaged.heap" + Salvage.PART_SUFFIX);
        try {
            boolean whole = HeapTools.salvage(heap, out, ToolProgress.NONE).isWhole();
            String used = new DamagedHeap(out, HeapOptions.defaults()).use(false, null);
            if (!used.startsWith("opened")) {
                throw new AssertionError("salvaged heap: " + used);
            }
            return whole ? "whole" : "with losses";
        } catch (HeapFormatException e) {
            if (Files.exists(out)) {
                throw new AssertionError("refused, but there is a salvaged heap", e);
            }
            throw e;
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(part);
        }
    }
}
