package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Java runtime made by jlink that has no more modules than a heap on an ordinary disk needs. */
@Once
class SmallRuntimeTest {
    @TempDir
    static Path folder;

    private static Path java;

    @BeforeAll
    static void link() {
        ToolProvider jlink = ToolProvider.findFirst("jlink").orElse(null);
        assumeTrue(jlink != null, "this Java has no jlink");
        Path runtime = folder.resolve("runtime");
        assertThat(jlink.run(
                        System.out,
                        System.err,
                        "--add-modules",
                        "java.base,jdk.unsupported",
                        "--output",
                        runtime.toString()))
                .isZero();
        java = runtime.resolve("bin").resolve("java");
    }

    private static String run(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(ChildJvm.command(List.of("-cp", Child.classPath()), Child.class, (Object[]) arguments));
        command.set(0, java.toString());
        try (ChildJvm child = ChildJvm.start(command)) {
            ChildJvm.Result result = child.finish();
            assertThat(result.exit()).as(result.err()).isZero();
            return result.out();
        }
    }

    @Test
    void aHeapIsCreatedAndOpened() throws Exception {
        Path file = folder.resolve("a.heap");
        run("create", file.toString(), "1048576");
        assertThat(file).exists();
        assertThat(run("try", file.toString())).contains("opened " + file);
    }

    @Test
    void daxIsRefusedByTheNameOfTheMissingModule() throws Exception {
        Path file = folder.resolve("b.heap");
        Heap.create(file, 1 << 20).close();
        assertThat(run("try in DAX", file.toString()))
                .contains("HeapFormatException")
                .contains("made without the module jdk.nio.mapmode");
        assertThat(Files.size(file)).isPositive();
    }
}
