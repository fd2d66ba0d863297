package org.jnvm.it.module;

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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A program that uses everything, on the module path or the class path, runs without a flag, and prints nothing that it
 * does not print itself; the same with what a JDK can deny, without the module of the flight recorder, with and without
 * a provider of SLF4J.
 */
class SilenceTest {
    @TempDir
    Path folder;

    static Stream<Arguments> starts() {
        return Stream.concat(
                Start.all("org.jnvm.it.module,org.jnvm.pfa").stream().map(start -> Arguments.of(start, true)),
                Start.all("java.base,jdk.unsupported,jdk.nio.mapmode").stream()
                        .map(start -> Arguments.of(start, false)));
    }

    private static String classPath(boolean provider) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> provider || !entry.contains("slf4j-simple"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @ParameterizedTest(name = "{0}, as a module: {1}")
    @MethodSource("starts")
    void nothingIsPrinted(Start start, boolean asModule) throws Exception {
        assertThat(tour(start, asModule, false)).isEqualTo(new ChildJvm.Result(0, List.of("toured"), ""));
    }

    @ParameterizedTest(name = "{0}, as a module: {1}")
    @MethodSource("starts")
    void aProviderPrintsNothingButTheLog(Start start, boolean asModule) throws Exception {
        ChildJvm.Result result = tour(start, asModule, true, "-Dorg.slf4j.simpleLogger.defaultLogLevel=debug");
        assertThat(result.output()).containsExactly("toured");
        assertThat(result.errors().lines()).isNotEmpty().allMatch(line -> line.contains(" org.jnvm."), "is of the log");
    }

    private ChildJvm.Result tour(Start start, boolean asModule, boolean provider, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(start.flags());
        arguments.addAll(List.of(more));
        if (asModule) {
            arguments.addAll(List.of("--module-path", ModuleAppTest.modulePath(provider)));
            if (provider) { // where modules are limited, services are not looked for
                arguments.addAll(List.of("--add-modules", "org.slf4j.simple"));
            }
            arguments.addAll(List.of("--module", "org.jnvm.it.module/org.jnvm.it.module.Tour"));
        } else {
            arguments.addAll(List.of("-cp", classPath(provider), "org.jnvm.it.module.Tour"));
        }
        arguments.add(folder.resolve("tour.heap").toString());
        return new ChildJvm(start.jdk(), folder, arguments).run();
    }
}
