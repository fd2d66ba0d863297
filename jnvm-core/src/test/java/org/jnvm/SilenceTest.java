package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that uses J-NVM, with no flag and no provider of SLF4J, sees nothing of it on its standard streams. */
class SilenceTest {
    /** Whether core can be a named module here, which requires the one of DAX. */
    private static final boolean NAMED =
            ModuleLayer.boot().findModule("jdk.nio.mapmode").isPresent();

    @TempDir
    Path folder;

    static Stream<List<String>> commandLines() {
        List<String> classPath = List.of("-cp", Child.classPath());
        List<String> modulePath = List.of(
                "-p",
                Child.coreModules(),
                "--add-modules",
                "org.jnvm.core",
                "-cp",
                ChildJvm.location(Child.class).toString());
        List<List<String>> denials = new ArrayList<>();
        denials.add(List.of());
        if (Runtime.version().feature() >= 24) {
            String unsafe = "--sun-misc-unsafe-memory-access=deny";
            String access = "--illegal-native-access=deny";
            denials.addAll(List.of(List.of(unsafe), List.of(access), List.of(unsafe, access)));
        }
        List<List<String>> lines = new ArrayList<>();
        for (List<String> denied : denials) {
            lines.add(join(denied, classPath));
            if (NAMED) {
                lines.add(join(denied, modulePath));
            }
        }
        // without the modules that core can do without, the flight recorder's above all
        lines.add(join(List.of("--limit-modules", "java.base,jdk.unsupported"), classPath));
        if (NAMED) {
            lines.add(join(List.of("--limit-modules", "org.jnvm.core"), modulePath));
        }
        return lines.stream();
    }

    private static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void nothingIsPrinted(List<String> flags) throws Exception {
        try (ChildJvm child =
                Child.start(List.of(), flags, "silent", folder.resolve("a.heap").toString())) {
            ChildJvm.Result result = child.finish();
            assertThat(result.err()).isEmpty();
            assertThat(result.out()).isEmpty();
            assertThat(result.exit()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void aProviderGetsTheLog(List<String> flags) throws Exception {
        List<String> logging = new ArrayList<>(flags);
        int path = Math.max(logging.indexOf("-p"), logging.indexOf("-p") < 0 ? logging.indexOf("-cp") : 0) + 1;
        logging.set(
                path,
                logging.get(path)
                        + java.io.File.pathSeparator
                        + ChildJvm.location(org.slf4j.simple.SimpleLogger.class));
        if (logging.contains("-p")) { // where modules are limited, services are not looked for
            logging.addAll(List.of("--add-modules", "org.slf4j.simple"));
        }
        logging.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=debug");
        Path file = folder.resolve("a.heap");
        try (ChildJvm child = Child.start(List.of(), logging, "silent", file.toString())) {
            ChildJvm.Result result = child.finish();
            assertThat(result.err())
                    .contains("DEBUG org.jnvm.Heap - heap open: heap=" + file, "domain=PAGE_CACHE", "liveObjects=")
                    .doesNotContain("SLF4J");
            assertThat(result.exit()).isZero();
        }
    }
}
