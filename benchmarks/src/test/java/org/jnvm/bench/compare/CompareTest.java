package org.jnvm.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jnvm.bench.harness.Figures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("once")
class CompareTest {
    private static final long SEED = Long.getLong("jnvm.seed", 20_261_122);
    private static final List<String> COLUMNS = List.of("benchmark", "side", "round", "ns_per_op");

    @TempDir
    private Path folder;

    @Test
    void ratiosAreThoseOfRoundsAndNoiseIsTheBaseAgainstItself() {
        Ratio ratio = Ratio.of(
                List.of(new Ratio.Round(100, 50, 100), new Ratio.Round(200, 50, 200), new Ratio.Round(100, 100, 25)));
        assertThat(ratio.p25()).isCloseTo(1.25, within(1e-9)); // of 0.5, 2, 4
        assertThat(ratio.median()).isCloseTo(2, within(1e-9));
        assertThat(ratio.p75()).isCloseTo(3, within(1e-9));
        assertThat(ratio.noiseLeast()).isCloseTo(1, within(1e-9)); // of 1, 1, 4
        assertThat(ratio.noiseMost()).isCloseTo(2.5, within(1e-9));
        assertThat(ratio.verdict()).as("beyond 1, but not beyond the noise").isEqualTo("not to be told apart");
        assertThatThrownBy(() -> new Ratio.Round(1, 0, 1)).hasMessageContaining("head=0");
    }

    @Test
    void whatIsBeyondTheNoiseIsTold() {
        Ratio slower = new Ratio(0.80, 0.85, 0.90, 0.95, 1.02);
        assertThat(slower.verdict()).isEqualTo("slower");
        assertThat(slower.isBelow(0.9)).isTrue();
        assertThat(slower.isBelow(0.8)).isFalse();
        assertThat(new Ratio(0.80, 0.85, 0.96, 0.95, 1.02).verdict()).isEqualTo("not to be told apart");
        assertThat(new Ratio(1.03, 1.04, 1.05, 0.95, 1.02).verdict()).isEqualTo("faster");
    }

    /** A head that is slower by some percent is seen through noise that both have; one that is not, is not. */
    @Test
    void aSlowedHeadIsSeenThroughTheNoiseOfTheMachine() {
        System.out.println("jnvm.seed=" + SEED);
        Random random = new Random(SEED);
        Figures figures = new Figures(Map.of(), COLUMNS);
        for (int round = 1; round <= 20; round++) {
            double machine = 1 + random.nextDouble(); // up to twice as slow in this round
            for (String side : List.of("base", "head", "again")) {
                double own = 1 + random.nextGaussian() * 0.005;
                figures.add("same", side, round, 100 * machine * own);
                figures.add("slowed", side, round, (side.equals("head") ? 110 : 100) * machine * own);
            }
        }
        figures.add("new", "head", 1, 5.0);
        Map<String, Ratio> ratios = CompareDriver.ratios(figures);
        assertThat(ratios).containsOnlyKeys("same", "slowed");
        assertThat(ratios.get("slowed").verdict()).isEqualTo("slower");
        assertThat(ratios.get("slowed").median()).isCloseTo(100.0 / 110, within(0.02));
        assertThat(ratios.get("slowed").isBelow(0.95)).isTrue();
        assertThat(ratios.get("same").median()).isCloseTo(1, within(0.02));
        assertThat(ratios.get("same").isBelow(0.95)).isFalse();
    }

    @Test
    void whatJmhWritesIsRead() {
        assertThat(Side.read(List.of(
                        "\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\",\"Score Error (99.9%)\",\"Unit\",\"Param: domain\"",
                        "\"org.jnvm.X.one\",\"avgt\",1,5,2.500000,0.1,\"ns/op\",PAGE_CACHE",
                        "\"org.jnvm.X.two\",\"avgt\",1,5,0.500000,NaN,\"ns/op\",")))
                .containsExactly(Map.entry("one PAGE_CACHE", 2.5), Map.entry("two", 0.5));
        assertThatThrownBy(() -> Side.read(List.of("", "\"a.b\",\"thrpt\",1,5,2.5,0.1,\"ops/s\"")))
                .hasMessageContaining("ops/s");
        assertThatThrownBy(() -> Side.of("1a2b3c")).hasMessageContaining("side=1a2b3c");
    }

    /** With this module's own classes on both sides. */
    @Test
    void bothSidesRunInTurns() {
        String path = System.getProperty("java.class.path");
        CommandLine line = new CommandLine(new CompareDriver()).setCaseInsensitiveEnumValuesAllowed(true);
        assertThat(line.execute(
                        "--preset=tiny",
                        "--out=" + folder,
                        "--base=one=" + path,
                        "--head=two=" + path,
                        "--rounds=1",
                        "--benchmarks=FirstLightBenchmark\\.rawReadMany$",
                        "--fail-below=1e-9"))
                .isZero();
        Figures figures = Figures.read(
                folder.resolve("tiny/compare-jdk" + Runtime.version().feature() + ".csv"));
        assertThat(figures.environment()).containsEntry("base", "one").containsEntry("head", "two");
        assertThat(figures.distinct("side")).containsExactly("base", "head", "again");
        assertThat(figures.numbers("ns_per_op", row -> true)).hasSize(3).allMatch(nanos -> nanos > 0);
    }
}
