package org.jnvm.transform.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small programs of all that Java has, each run untransformed on the Java heap and transformed on a persistent one: both
 * must print the same. They are in {@code src/test/corpus}, a folder for each topic.
 */
class CorpusTest {
    private static final String SOURCE = ".java";

    @TempDir
    static Path folder;

    private static Map<String, List<String>> topics;
    private static Twins twins;

    @BeforeAll
    static void build() throws IOException {
        Map<String, String> sources = Sources.read(Path.of("src/test/corpus"), "corpus/");
        twins = new Twins(folder, sources, sources);
        topics = sources.keySet().stream()
                .map(file -> file.substring(0, file.length() - SOURCE.length()).replace('/', '.'))
                .collect(Collectors.groupingBy(
                        name -> name.substring(0, name.lastIndexOf('.')), TreeMap::new, Collectors.toList()));
    }

    @AfterAll
    static void close() throws IOException {
        twins.close();
    }

    @TestFactory
    Stream<DynamicContainer> printsTheSameOnBothHeaps() {
        return topics.keySet().stream().map(topic -> dynamicContainer(topic, tests(topic)));
    }

    private Stream<DynamicTest> tests(String topic) {
        Stage plain = new JavaHeapStage();
        // what a recovery pass follows and drops is what the transformer said about the classes
        HeapOptions options = HeapOptions.defaults().recovery(Recovery.FULL);
        PersistentStage persistent = new PersistentStage(folder.resolve(topic + ".heap"), options);
        List<DynamicTest> tests = new ArrayList<>();
        for (String program : topics.get(topic)) {
            tests.add(dynamicTest(program, () -> {
                String expected = twins.runPlain(program, plain);
                assertThat(expected).as("what the program prints").isNotEmpty().doesNotContain("\tat ");
                assertThat(twins.runPersistent(program, persistent)).isEqualTo(expected);
            }));
        }
        tests.add(dynamicTest("the heap is sound", persistent::assertSound));
        return tests.stream().onClose(persistent::close);
    }

    @Test
    void verifies() throws Exception {
        twins.assertAllVerify(folder.resolve("verify.heap"));
    }

    @Test
    void isLarge() {
        assertThat(topics.values().stream().mapToInt(List::size).sum()).isGreaterThanOrEqualTo(150);
    }
}
