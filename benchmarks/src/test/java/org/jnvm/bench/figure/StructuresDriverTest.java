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

/** Lists and trees are measured, and come into the report. */
@Tag("once")
class StructuresDriverTest {
    @TempDir
    private Path folder;

    private Figures run(StructuresDriver driver, String name, String only) {
        CommandLine line = new CommandLine(driver).setCaseInsensitiveEnumValuesAllowed(true);
        assertThat(line.execute("--preset", "tiny", "--only", only, "--out", folder.toString()))
                .isZero();
        Figures figures = Figures.read(file(name + "-jdk" + Runtime.version().feature() + ".csv"));
        assertThat(figures.numbers("ops_per_s", row -> true)).isNotEmpty().allMatch(rate -> rate > 0);
        return figures;
    }

    private Path file(String name) {
        return folder.resolve("tiny").resolve(name);
    }

    @Test
    void lists() throws IOException {
        Figures figures = run(StructuresDriver.list(), "list", "LI");
        assertThat(figures.distinct("store")).containsExactly("LINKED_LIST");
        assertThat(figures.distinct("mix")).containsExactly("INSERT", "SUM", "DELETE");
        assertThat(figures.rows())
                .as("operations of a sum cannot be told apart")
                .allMatch(row -> row.get("p999_ns").isEmpty() == row.get("mix").equals("SUM"));
        figures = run(StructuresDriver.list(), "list", "J_NVM");
        assertThat(figures.distinct("survives")).containsExactly("PROCESS", "NVMM");
        String report = Files.readString(ReportDriver.write(folder.resolve("tiny"), Groups.ALL));
        assertThat(report.contains("nanoseconds of an operation")).isTrue();
    }

    @Test
    void trees() {
        Figures figures = run(StructuresDriver.tree(), "tree", "TREE");
        assertThat(figures.distinct("store")).containsExactly("TREE_MAP", "J_NVM_TREE");
        assertThat(figures.distinct("mix")).containsExactly("INSERT", "SEARCH", "DELETE");
    }

    @Test
    void treesOfSeveralThreads() throws IOException {
        Figures figures = run(StructuresDriver.treeThreads(), "tree-threads", "J_NVM");
        assertThat(figures.distinct("threads")).containsExactly("1", "2");
        assertThat(figures.distinct("mix")).containsExactly("LOAD", "A", "DELETE");
        ReportDriver.write(folder.resolve("tiny"), Groups.ALL);
        String svg =
                Files.readString(file("tree-threads-jdk" + Runtime.version().feature() + ".svg"));
        assertThat(svg.contains(">J-NVM PSkipListMap, NVMM<")).isTrue();
    }
}
