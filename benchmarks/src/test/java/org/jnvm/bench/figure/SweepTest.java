package org.jnvm.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.bench.Groups;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.report.ReportDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A quantity takes its values, and each is measured. */
@Tag("once")
class SweepTest {
    @TempDir
    private Path folder;

    private void run(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("--preset", "tiny", "--only", "volatile", "--out", folder.toString()));
        arguments.addAll(List.of(more));
        CommandLine line = Sweep.GROUPS.stream()
                .filter(group -> group.name().equals("fig5.4"))
                .findFirst()
                .orElseThrow()
                .commandLine()
                .setCaseInsensitiveEnumValuesAllowed(true);
        assertThat(line.execute(arguments.toArray(new String[0]))).isZero();
    }

    @Test
    void measuresEachPointOnceAndDraws() throws IOException {
        run();
        String name = "fig5.4-jdk" + Runtime.version().feature() + ".";
        Path tiny = folder.resolve("tiny");
        Figures figures = Figures.read(tiny.resolve(name + "csv"));
        assertThat(figures.distinct("clients")).containsExactly("1", "2");
        assertThat(figures.distinct("mix")).containsExactly("A", "C");
        assertThat(figures.rows()).hasSize(4);
        assertThat(figures.numbers("ops_per_s", row -> true)).allMatch(rate -> rate > 0);
        assertThat(figures.numbers("read_ns", row -> row.get("mix").equals("C")))
                .allMatch(nanos -> nanos > 0);
        assertThat(figures.rows())
                .filteredOn(row -> row.get("mix").equals("C"))
                .as("nothing is updated")
                .allMatch(row -> row.get("update_ns").isEmpty());
        String svg = Files.readString(ReportDriver.write(tiny, Groups.ALL).resolveSibling(name + "svg"));
        assertThat(svg.contains(">volatile<")).isTrue();

        run("--resume");
        assertThat(Figures.read(tiny.resolve(name + "csv")).rows())
                .as("nothing is measured again")
                .isEqualTo(figures.rows());
    }
}
