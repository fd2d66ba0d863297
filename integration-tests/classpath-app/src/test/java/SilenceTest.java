import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jnvm.it.support.ChildJvm;
import org.jnvm.it.support.Start;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A program on the class path that uses everything runs without a flag, and prints nothing that it does not print
 * itself; the same with what a JDK can deny, without the module of the flight recorder, with and without a provider of
 * SLF4J.
 */
class SilenceTest {
    @TempDir
    Path folder;

    static Stream<Start> starts() {
        return Start.all("java.base,jdk.unsupported,jdk.nio.mapmode").stream();
    }

    private static String classPath(boolean provider) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> provider || !entry.contains("slf4j-simple"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @ParameterizedTest
    @MethodSource("starts")
    void nothingIsPrinted(Start start) throws Exception {
        assertThat(tour(start, false)).isEqualTo(new ChildJvm.Result(0, List.of("toured"), ""));
    }

    @ParameterizedTest
    @MethodSource("starts")
    void aProviderPrintsNothingButTheLog(Start start) throws Exception {
        ChildJvm.Result result = tour(start, true, "-Dorg.slf4j.simpleLogger.defaultLogLevel=debug");
        assertThat(result.output()).containsExactly("toured");
        assertThat(result.errors().lines()).isNotEmpty().allMatch(line -> line.contains(" org.jnvm."), "is of the log");
    }

    private ChildJvm.Result tour(Start start, boolean provider, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(start.flags());
        arguments.addAll(List.of(more));
        arguments.addAll(List.of(
                "-cp", classPath(provider), "Tour", folder.resolve("tour.heap").toString()));
        return new ChildJvm(start.jdk(), folder, arguments).run();
    }
}
