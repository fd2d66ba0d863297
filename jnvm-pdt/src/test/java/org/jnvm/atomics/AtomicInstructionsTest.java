package org.jnvm.atomics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each hot operation has as many atomic instructions as docs/internals/sharing.md says. */
class AtomicInstructionsTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "internals", "sharing.md");
    private static final String BEGIN = "| operation | atomic instructions |";
    private static final int TIMES = 2000;
    /** What the table leaves out: it has no more than one digit. */
    private static final double ROUNDED = 0.051;

    @TempDir
    Path folder;

    /** Returns a column of the table, by the operation in its first one. */
    private static Map<String, Double> documented(int column) throws IOException {
        Map<String, Double> found = new TreeMap<>();
        boolean inTable = false;
        for (String line : Files.readAllLines(DOCUMENT)) {
            inTable = line.startsWith(BEGIN) || inTable && line.startsWith("|");
            String[] cells = line.split("\\|");
            if (inTable && !line.startsWith(BEGIN) && !line.startsWith("|--")) {
                found.put(cells[1].strip(), Double.parseDouble(cells[column].strip()));
            }
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @SuppressWarnings("unchecked")
    void hotOperationsHaveAsManyAsIsSaid(boolean fencesCost) throws Exception {
        CountingLoader loader = new CountingLoader(getClass().getClassLoader());
        BiFunction<Path, Boolean, Map<String, Runnable>> hot =
                (BiFunction<Path, Boolean, Map<String, Runnable>>) loader.loadClass(HotOperations.class.getName())
                        .getDeclaredConstructor()
                        .newInstance();
        Map<String, Runnable> operations = hot.apply(folder.resolve("a.heap"), fencesCost);
        Runnable close = operations.remove("close");
        Map<String, Double> documented = documented(fencesCost ? 3 : 2);
        assertThat(documented.keySet()).isEqualTo(operations.keySet());
        SoftAssertions all = new SoftAssertions();
        operations.forEach((name, operation) -> {
            AtomicCounts.of(operation, TIMES); // until all is at hand
            Map<String, Integer> counts = AtomicCounts.of(operation, TIMES);
            double each = counts.values().stream().mapToInt(n -> n).sum() / (double) TIMES;
            all.assertThat(each)
                    .as("%s, fences cost: %s, in %d operations: %s", name, fencesCost, TIMES, counts)
                    .isCloseTo(documented.get(name), within(ROUNDED));
        });
        close.run();
        all.assertAll();
    }
}
