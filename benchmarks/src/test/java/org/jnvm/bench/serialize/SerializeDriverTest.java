package org.jnvm.bench.serialize;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.bench.Groups;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.report.ReportDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Graphs are made durable in every way, and come into the report. */
@Tag("once")
class SerializeDriverTest {
    private final Path parent = Folder.parent();

    @TempDir
    private Path folder;

    @AfterEach
    void foldersAreWhereTheyWere() {
        Folder.inside(parent);
    }

    @Test
    void makesChangesAndReads() throws IOException {
        CommandLine line = new CommandLine(new SerializeDriver()).setCaseInsensitiveEnumValuesAllowed(true);
        assertThat(line.execute("--preset", "tiny", "--out", folder.toString())).isZero();
        Path tiny = folder.resolve("tiny");
        String name = "serialize-jdk" + Runtime.version().feature() + ".";
        Figures figures = Figures.read(tiny.resolve(name + "csv"));
        assertThat(figures.distinct("shape")).containsExactly("TREE", "LIST");
        assertThat(figures.distinct("what")).containsExactly("CREATE", "MAKE", "CHANGE", "CHANGE_NEIGHBOURS", "READ");
        assertThat(figures.distinct("way"))
                .containsExactly("J_NVM_FORCE", "J_NVM_ATOMIC", "SERIALIZATION", "MV_STORE", "SQLITE");
        assertThat(figures.numbers("ms", row -> true))
                .as("of five steps in five ways, but that serialization makes no file first")
                .hasSize(2 * (5 * 5 - 1))
                .allMatch(ms -> ms > 0);
        assertThat(figures.numbers("file_bytes", row -> row.get("what").equals("MAKE")))
                .as("two numbers of each object")
                .allMatch(bytes -> bytes > 500 * 2 * 8);
        String report = Files.readString(ReportDriver.write(tiny, Groups.ALL));
        assertThat(report.contains("time against Java serialization")).isTrue();
        String svg = Files.readString(tiny.resolve(name + "svg"));
        assertThat(svg.contains(">J-NVM, force<")).isTrue();
        assertThat(svg.contains("NaN")).isFalse();
    }
}
