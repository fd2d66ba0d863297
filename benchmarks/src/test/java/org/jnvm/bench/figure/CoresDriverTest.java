package org.jnvm.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.bench.Groups;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.report.ReportDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Threads are measured, and come into the report; predictions stand in no file of raw figures. */
@Tag("once")
class CoresDriverTest {
    @TempDir
    private Path folder;

    private Figures run(String only) {
        CommandLine line = new CommandLine(new CoresDriver()).setCaseInsensitiveEnumValuesAllowed(true);
        assertThat(line.execute("--preset", "tiny", "--only", only, "--out", folder.toString()))
                .isZero();
        Figures figures = Figures.read(file("csv"));
        assertThat(figures.numbers("ops_per_s", row -> true)).isNotEmpty().allMatch(rate -> rate > 0);
        return figures;
    }

    private Path file(String ending) {
        return folder.resolve("tiny").resolve("cores-jdk" + Runtime.version().feature() + "." + ending);
    }

    @Test
    void measuresByThreads() throws IOException {
        Figures figures = run("J_NVM");
        assertThat(figures.distinct("store")).containsExactly("J_NVM", "J_NVM_HASH");
        assertThat(figures.distinct("survives")).containsExactly("PROCESS", "NVMM");
        assertThat(figures.distinct("threads")).containsExactly("1", "2");
        assertThat(figures.distinct("mix")).containsExactly("C", "A", "ALLOCATE", "BLOCK");
        assertThat(figures.distinct("processors"))
                .containsExactly("" + Runtime.getRuntime().availableProcessors());
        assertThat(figures.rows())
                .as("a map for one thread is measured on one")
                .filteredOn(row -> row.get("store").equals("J_NVM_HASH"))
                .hasSize(4)
                .allMatch(row -> row.get("threads").equals("1"));
        assertThat(figures.rows()).hasSize(4 + 2 * 2 * 4);
        assertThat(figures.numbers("p999_ns", row -> row.get("mix").equals("A")))
                .hasSize(6)
                .allMatch(nanos -> nanos > 0);
        assertThat(figures.numbers("shared_lines", row -> row.get("mix").equals("C")))
                .as("a read writes nothing")
                .allMatch(lines -> lines == 0);

        String report = Files.readString(ReportDriver.write(folder.resolve("tiny"), Groups.ALL));
        assertThat(report.contains("PREDICTED, not measured")).isTrue();
        String svg = Files.readString(file("svg"));
        assertThat(svg.contains(">J-NVM, NVMM<")).isTrue();
        assertThat(svg.contains("NaN")).isFalse();
    }

    @Test
    void measuresWhatStandsBesideIt() {
        Figures figures = run("JAVA_UTIL");
        assertThat(figures.distinct("mix")).containsExactly("C", "A", "ALLOCATE", "BLOCK");
        figures = run("RAW");
        assertThat(figures.distinct("survives")).containsExactly("PROCESS", "NVMM");
        assertThat(figures.rows()).hasSize(2 * 2 * 4);
    }
}
