package org.jnvm.it.module;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jnvm.it.support.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program of the specification on the module path, in a package that is neither exported nor opened. */
class ModuleAppTest {
    private static final String MODULE = "org.jnvm.it.module";

    @TempDir
    Path folder;

    private ChildJvm program(boolean denied, String main, String... more) {
        List<String> arguments = new ArrayList<>(denied ? ChildJvm.denials() : List.of());
        arguments.addAll(List.of("--module-path", modulePath(false), "--module", MODULE + "/" + MODULE + "." + main));
        arguments.add(folder.resolve("test.heap").toString());
        arguments.addAll(List.of(more));
        return new ChildJvm(folder, arguments);
    }

    /** Returns where the program's module and all that it needs or may find as a service are. */
    static String modulePath(boolean provider) {
        Path[] modules = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> provider || !entry.contains("slf4j-simple"))
                .map(Path::of)
                .filter(ModuleAppTest::isModule)
                .toArray(Path[]::new);
        Configuration resolved = ModuleLayer.boot()
                .configuration()
                .resolveAndBind(ModuleFinder.of(modules), ModuleFinder.of(), Set.of(MODULE));
        return String.join(
                File.pathSeparator,
                resolved.modules().stream()
                        .map(module -> Path.of(module.reference().location().orElseThrow())
                                .toString())
                        .sorted()
                        .toList());
    }

    private static boolean isModule(Path entry) {
        try {
            return ModuleFinder.of(entry).findAll().stream()
                    .anyMatch(module -> !module.descriptor().isAutomatic());
        } catch (FindException e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void runsTheProgramOfTheSpecification(boolean denied) throws Exception {
        assertThat(program(denied, "Main").run()).isEqualTo(result("43"));
        assertThat(program(denied, "Main").run()).isEqualTo(result("25"));
    }

    private static ChildJvm.Result result(String number) {
        return new ChildJvm.Result(0, List.of(number, "Hello, NVMM!"), "");
    }

    @Test
    void survivesBeingKilled() throws Exception {
        List<String> printed = program(false, "Count").killAfter(500);
        long acknowledged = Long.parseLong(printed.get(printed.size() - 1));
        ChildJvm.Result shown = program(false, "Count", "show").run();
        assertThat(shown.errors()).isEmpty();
        String[] counters = shown.output().get(0).split(" ");
        assertThat(counters[0]).isEqualTo(counters[1]);
        assertThat(Long.parseLong(counters[0])).isBetween(acknowledged, acknowledged + 1);
    }
}
