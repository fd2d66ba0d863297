package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a JDK with the patches of {@code jdk-patches} real write-backs need no flag, and no C2. */
class PatchedJdkTest {
    @TempDir
    Path folder;

    @BeforeEach
    void needsThePatches() throws ClassNotFoundException {
        assumeTrue(
                Arrays.stream(Class.forName("sun.misc.Unsafe").getMethods())
                        .anyMatch(method -> method.getName().equals("pwb")),
                "runs on a JDK of jdk-patches/build.sh only: jdk-patches/test.sh --all");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4", "-XX:-TieredCompilation"})
    void writesBackInEachCompilerMode(String mode) throws Exception {
        List<String> flags = List.of(mode, "-cp", Child.classPath());
        try (ChildJvm child = Child.start(
                List.of(), flags, "emulated", folder.resolve("a.heap").toString())) {
            ChildJvm.Result result = child.finish();
            assertThat(result.err()).isEmpty();
            assertThat(result.out())
                    .startsWith("20000 20000 20000 ")
                    .contains("write-back INTRINSIC of the patched JDK");
            assertThat(result.exit()).isZero();
        }
    }
}
