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

/** Rivals are measured and drawn, each with its flags. */
@Tag("once")
class RivalsDriverTest {
    @TempDir
    private Path folder;

    @Test
    void measuresAndDraws() throws IOException {
        CommandLine line = new CommandLine(RivalsDriver.hashed()).setCaseInsensitiveEnumValuesAllowed(true);
        int status = line.execute(
                "--preset", "tiny", "--mixes", "A", "--only", "LMDB,J-NVM NVMM", "--out", folder.toString());
        assertThat(status).isZero();
        String name = "rivals-jdk" + Runtime.version().feature() + ".";
        Path tiny = folder.resolve("tiny");
        Figures figures = Figures.read(tiny.resolve(name + "csv"));
        assertThat(figures.distinct("store")).containsExactly("J_NVM", "LMDB");
        assertThat(figures.numbers("ops_per_s", row -> true)).hasSize(2).allMatch(rate -> rate > 0);
        String svg = Files.readString(ReportDriver.write(tiny, Groups.ALL).resolveSibling(name + "svg"));
        assertThat(svg.contains(">LMDB, PROCESS<")).isTrue();
    }

    @Test
    void sortedOnesScan() {
        CommandLine line = new CommandLine(RivalsDriver.sorted()).setCaseInsensitiveEnumValuesAllowed(true);
        int status = line.execute("--preset", "tiny", "--only", "TreeMap", "--out", folder.toString());
        assertThat(status).isZero();
        Figures figures = Figures.read(
                folder.resolve("tiny/sorted-jdk" + Runtime.version().feature() + ".csv"));
        assertThat(figures.distinct("store")).containsExactlyInAnyOrder("J_NVM_TREE", "TREE_MAP");
        assertThat(figures.distinct("mix")).containsExactly("A", "C", "E");
        assertThat(figures.numbers("ops_per_s", row -> true)).hasSize(9).allMatch(rate -> rate > 0);
    }
}
