package org.jnvm.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Full;
import org.jnvm.testing.Javac;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No compiler moves a load behind a later store where a write-back or a fence stands between or before them: the shapes of
 * {@link OrderPatterns} in JVMs of their own, and the same without each of the fences of {@link WriteBack}, which must go
 * wrong.
 *
 * <p>{@code -Djnvm.order.rounds=…} says how often each shape is run; with {@code -Pfull} a million times in each mode, and
 * with schedules of the compiler that follow from ten seeds.
 */
class WriteBackOrderTest {
    private static final long FEW = 3_000;
    private static final long ROUNDS = Long.getLong("jnvm.order.rounds", Full.ON ? 1_000_000 : FEW);
    private static final String OPENED = "java.base/jdk.internal.misc=ALL-UNNAMED";
    /** C2 at once, by the thread that waits for it, so that few rounds suffice and each run is the same. */
    private static final List<String> C2 =
            List.of("-XX:TieredStopAtLevel=4", "-XX:-TieredCompilation", "-Xbatch", "-XX:CompileThresholdScaling=0.1");

    @TempDir
    Path folder;

    @Test
    void keepsLoadsBeforeStoresInC2() throws Exception {
        expectNoneWrong(List.of(), C2, "INTRINSIC", "NONE", "MARK");
    }

    @Test
    void keepsLoadsBeforeStoresInAllTiers() throws Exception {
        expectNoneWrong(List.of(), List.of("-XX:TieredStopAtLevel=4"), "INTRINSIC");
    }

    @Test
    void keepsLoadsBeforeStoresInC1() throws Exception {
        // without C2 the intrinsics of a stock JDK crash from 24 on, and are not used
        boolean usable = PatchedUnsafe.AVAILABLE || Runtime.version().feature() < 24;
        expectNoneWrong(List.of(), List.of(), usable ? "INTRINSIC" : "NONE", "MARK");
    }

    @Test
    void keepsLoadsBeforeStoresWithoutFlags() throws Exception {
        List<String> routes = new ArrayList<>(List.of("NONE", "MARK"));
        if (PatchedUnsafe.AVAILABLE) {
            routes.add("INTRINSIC");
        }
        expect(run(List.of(), C2, false, ROUNDS, routes.toArray(String[]::new)), routes.size());
    }

    @Test
    void doesNotHangOnTheCountersOfWriteBacks() throws Exception {
        expectNoneWrong(List.of(withoutCounters()), C2, "INTRINSIC");
    }

    @Full
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void keepsLoadsBeforeStoresWhateverTheSchedule(int seed) throws Exception {
        expectNoneWrong(List.of(), stressed(seed), "INTRINSIC", "NONE", "MARK");
    }

    static Stream<Fence> fences() {
        return Stream.of(
                new Fence("before a write-back", "keepOrder();\n        try {\n            LINE."),
                new Fence("behind a write-back", "toHexString(address), e);\n        }\n        keepOrder();"),
                new Fence("before a fence", "keepOrder();\n            try {\n                FENCE."),
                new Fence("behind a fence", "fence failed\", e);\n            }\n            keepOrder();"));
    }

    /** A fence of WriteBack: where it stands in the source. */
    record Fence(String where, String text) {
        @Override
        public String toString() {
            return where;
        }
    }

    @ParameterizedTest
    @MethodSource("fences")
    void findsThatAFenceIsMissing(Fence fence) throws Exception {
        assumeFalse(PatchedUnsafe.AVAILABLE, "the compiler of a patched JDK needs none");
        String without = fence.text.replace("keepOrder();", "");
        // the counters would stand in for some
        Path noCounters = withoutCounters();
        Path mutant = compile("WriteBack.java", List.of(fence.text), List.of(without));
        String found = run(List.of(mutant, noCounters), C2, true, FEW, "INTRINSIC");
        for (int seed = 1; seed <= 8 && !found.contains("wrong"); seed++) {
            found = run(List.of(mutant, noCounters), stressed(seed), true, FEW, "INTRINSIC");
        }
        assertThat(found).as("shapes that go wrong").containsPattern("wrong [1-9]\\d* of");
    }

    /** C2 with its schedule of instructions, and of blocks, by chance. */
    private static List<String> stressed(int seed) {
        List<String> flags = new ArrayList<>(C2);
        flags.addAll(List.of(
                "-XX:+UnlockDiagnosticVMOptions", "-XX:+StressLCM", "-XX:+StressGCM", "-XX:StressSeed=" + seed));
        return flags;
    }

    private void expectNoneWrong(List<Path> classes, List<String> flags, String... routes) throws Exception {
        expect(run(classes, flags, true, ROUNDS, routes), routes.length);
    }

    private static void expect(String found, int routes) {
        assertThat(found.lines())
                .hasSize(routes)
                .allMatch(line -> line.endsWith("rounds " + ROUNDS + ", wrong 0"), "nothing wrong");
    }

    private String run(List<Path> classes, List<String> more, boolean opened, long rounds, String... routes)
            throws Exception {
        StringBuilder path = new StringBuilder();
        for (Path folderOfClasses : classes) {
            path.append(folderOfClasses).append(File.pathSeparator);
        }
        List<String> flags = new ArrayList<>(more);
        if (opened && !PatchedUnsafe.AVAILABLE) {
            flags.addAll(List.of("--add-opens", OPENED));
        }
        flags.addAll(List.of("-cp", path + Child.classPath()));
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("order", folder.resolve("memory").toString(), Long.toString(rounds)));
        arguments.addAll(List.of(routes));
        try (ChildJvm child = Child.start(List.of(), flags, arguments.toArray(String[]::new))) {
            ChildJvm.Result result = child.finish(60 + rounds / 1000);
            assertThat(result.err()).isEmpty();
            assertThat(result.exit()).as(result.out()).isZero();
            return result.out();
        }
    }

    private Path withoutCounters() throws Exception {
        return compile(
                "PersistCounters.java", List.of("add(stripe(), lines);", "add(stripe() + 1, 1);"), List.of("", ""));
    }

    /** Compiles a source of this package with some texts replaced. */
    private Path compile(String source, List<String> now, List<String> then) throws Exception {
        Path original = Path.of("src/main/java/org/jnvm/internal/memory", source);
        return Javac.compileMutant(original, now, then, folder, Child.coreModules());
    }
}
