package org.jnvm.bench.bank;

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

/** A bank is killed, started again, and has what it acknowledged. */
@Tag("once")
class Fig55DriverTest {
    @TempDir
    private Path folder;

    @Test
    void measuresABankThatIsKilled() throws IOException {
        run();
        String name = "fig5.5-jdk" + Runtime.version().feature() + ".";
        Path tiny = folder.resolve("tiny");
        Figures figures = Figures.read(tiny.resolve(name + "csv"));
        assertThat(figures.numbers("nominal_per_s", row -> true)).hasSize(1);
        assertThat(figures.numbers("first_answer_ms", row -> true)).allMatch(ms -> ms > 0);
        assertThat(figures.numbers("rate_max_ns", row -> true))
                .as("what was due while nobody answered was late")
                .allMatch(nanos -> nanos / 1e6
                        > figures.numbers("first_answer_ms", row -> true).get(0) / 2);
        assertThat(figures.distinct("sum_off")).containsExactly("0");
        String svg = Files.readString(ReportDriver.write(tiny, Groups.ALL).resolveSibling(name + "svg"));
        assertThat(svg.contains(">mean of the last second<")).isTrue(); // long, so not for messages

        Path timelineFile =
                tiny.resolve("fig5.5-timeline-jdk" + Runtime.version().feature() + ".csv");
        Figures timeline = Figures.read(timelineFile);
        run("--resume");
        assertThat(Figures.read(tiny.resolve(name + "csv")).rows())
                .as("nothing is measured again")
                .isEqualTo(figures.rows());
        assertThat(Figures.read(timelineFile).rows()).isEqualTo(timeline.rows());
    }

    private void run(String... more) {
        List<String> arguments = new ArrayList<>(List.of("--preset", "tiny", "--variants", "j_pdt"));
        arguments.addAll(List.of("--before-ms", "700", "--after-ms", "1600", "--out", folder.toString()));
        arguments.addAll(List.of(more));
        CommandLine line = new CommandLine(new Fig55Driver()).setCaseInsensitiveEnumValuesAllowed(true);
        assertThat(line.execute(arguments.toArray(new String[0]))).isZero();
    }
}
