package org.jnvm.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.internal.memory.DirtyLines;
import org.jnvm.pfa.internal.LockStress;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Full;
import org.jnvm.testing.Javac;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jcstress.Main;

/**
 * Runs the stress tests of jcstress, in JVMs of their own: shortly in each build, for some minutes with {@code -Pfull}. And
 * the same against J-NVM without what it does for each of them, which must show an outcome that is forbidden.
 */
@LongRunning
class StressTest {
    private static final long MOST_SECONDS = 1200;
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    Path folder;

    private ChildJvm.Result run(String tests, String classPath) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "needs two processors, for two threads at a time");
        List<String> command = ChildJvm.command(
                List.of("-cp", classPath),
                Main.class,
                "-t",
                tests,
                "-r",
                folder,
                "-v",
                "-jvmArgs",
                "-XX:+UseSerialGC", // one JVM for each compiler, not one for each of many flags
                "-sc",
                "false", // one compiler for all threads of a test: interpreter, C1, C2
                "-f",
                Full.ON ? 5 : 1,
                "-iters",
                Full.ON ? 5 : 1,
                "-time",
                Full.ON ? 1000 : 100);
        try (ChildJvm child = ChildJvm.start(command, folder)) { // its results go to the folder it is in
            return child.finish(MOST_SECONDS);
        }
    }

    @Test
    void noForbiddenOutcomeComes() throws Exception {
        ChildJvm.Result result = run("org[.]jnvm[.].*Stress", CLASS_PATH);
        assertThat(result.exit()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains(DirtyLinesStress.class.getSimpleName())
                .contains(OpenBlockStress.class.getSimpleName())
                .contains(EpochStress.class.getSimpleName())
                .contains(LockStress.class.getSimpleName());
    }

    /** What a class does for a test, left out. */
    private record Mutant(Class<?> test, String source, List<String> now, List<String> then) {
        @Override
        public String toString() {
            return test.getSimpleName() + ": " + now.get(0).strip();
        }
    }

    static Stream<Mutant> mutants() {
        String memory = "jnvm-core/src/main/java/org/jnvm/internal/memory/";
        return Stream.of(
                new Mutant(
                        EpochStress.class,
                        "jnvm-core/src/main/java/org/jnvm/internal/epoch/EpochSections.java",
                        List.of("ThreadTable.current().enter();", "ThreadTable.current().exit();"),
                        List.of("", "")),
                new Mutant(
                        DirtyLinesStress.class,
                        memory + DirtyLines.class.getSimpleName() + ".java",
                        List.of("long lines = (long) LONGS.getAndSet(span.lines, page, 0L);"),
                        List.of("long lines = span.lines[page]; span.lines[page] = 0;")),
                new Mutant(
                        OpenBlockStress.class,
                        memory + "FastPathGuard.java",
                        List.of("if (OpenBlocks.any()) {"),
                        List.of("if (OpenBlocks.begun() < 0) {")),
                new Mutant(
                        LockStress.class,
                        "jnvm-pfa/src/main/java/org/jnvm/pfa/internal/LockTable.java",
                        List.of("slots.others() == 0 || other(key) == 0"),
                        List.of("true")));
    }

    /** The one whose outcome comes nearly always; all with {@code -Pfull}. */
    static Stream<Mutant> mutantsOfEachBuild() {
        return mutants().limit(Full.ON ? Long.MAX_VALUE : 1);
    }

    @ParameterizedTest
    @MethodSource("mutantsOfEachBuild")
    void whatIsLeftOutIsFound(Mutant mutant) throws Exception {
        Path classes = Javac.compileMutant(
                Path.of("..").resolve(mutant.source()), mutant.now(), mutant.then(), folder, CLASS_PATH);
        ChildJvm.Result result =
                run(mutant.test().getName().replace(".", "[.]"), classes + File.pathSeparator + CLASS_PATH);
        assertThat(result.exit()).as(result.toString()).isNotZero();
        assertThat(result.out()).contains("FAILED");
    }
}
