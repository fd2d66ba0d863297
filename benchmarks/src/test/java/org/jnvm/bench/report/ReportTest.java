package org.jnvm.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jnvm.bench.Groups;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @TempDir
    private Path folder;

    private void measured(String group, int jdk, List<String> columns, Object[]... rows) {
        Figures figures = new Figures(Map.of("jdk", "<" + jdk + ">", "preset", "TINY"), columns);
        for (Object[] row : rows) {
            figures.add(row);
        }
        figures.write(folder.resolve(group + "-jdk" + jdk + ".csv"));
    }

    private String report() throws IOException {
        return Files.readString(ReportDriver.write(folder, Groups.ALL));
    }

    @Test
    void whatIsWantedIsReachedOrNotOrNotMeasured() throws Exception {
        for (int jdk : new int[] {17, 25}) {
            measured(
                    "fa-counts",
                    jdk,
                    List.of("operation", "contender", "repetition", "fences_per_block"),
                    new Object[] {"WRITE_1", "NVMM_EMULATED", 1, jdk == 17 ? 2.0 : 4.0});
        }
        assertThat(report())
                .contains("<td><span class=\"reached\">2.00, reached</span></td>")
                .contains("<td><span class=\"missed\">4.00, not reached</span></td>")
                .contains("<a href=\"RESULTS.md#failure-atomic-blocks\">")
                .contains("<td>block of one write, <code>NVMM_EMULATED</code></td><td>&lt;= 600 ns</td>"
                        + "<td><span class=\"not_measured\">not measured</span></td>");
    }

    @Test
    void figuresOfOtherGroupsAreComparedToo() throws Exception {
        List<String> sizes = List.of("series", "mix", "records", "round", "ops_per_s", "collector_share");
        measured(
                "fig3.2",
                17,
                sizes,
                new Object[] {"J-NVM NVMM_EMULATED", "F", 1000, 1, 100.0, 0.1},
                new Object[] {"J-NVM NVMM_EMULATED", "F", 10_000, 1, 80.0, 0.1},
                new Object[] {"J-NVM NVMM_EMULATED", "A", 100_000, 1, 1.0, 0.1});
        List<String> rivals = List.of("mix", "store", "survives", "round", "ops_per_s");
        measured(
                "rivals",
                17,
                rivals,
                new Object[] {"A", "J_NVM", "PROCESS", 1, 90.0},
                new Object[] {"A", "J_NVM", "NVMM", 1, 10.0},
                new Object[] {"A", "LMDB", "PROCESS", 1, 20.0});
        List<String> blocks = List.of("contender", "write_back", "pattern", "round", "gb_per_s", "gb_per_cpu_s");
        measured(
                "table5.1",
                17,
                blocks,
                new Object[] {"C", "clwb", "RANDOM_READ", 1, 9.0, 1.0},
                new Object[] {"C", "clwb", "RANDOM_WRITE", 1, 9.0, 1.0},
                new Object[] {"RAW", "clwb", "RANDOM_READ", 1, 9.0, 1.2},
                new Object[] {"RAW", "clwb", "RANDOM_WRITE", 1, 9.0, 0.9});
        assertThat(report())
                .contains("<td>&lt;= 1.1 x</td><td><span class=\"missed\">1.25 x, not reached")
                .contains("<td>&gt;= 4 x</td><td><span class=\"reached\">4.50 x, reached")
                .contains("<td>&gt;= 1 x</td><td><span class=\"missed\">0.90 x, not reached");
    }

    @Test
    void twoThreadsOfAnAllocatorStandBesideTwoHeaps() throws Exception {
        List<String> columns = List.of(
                "workload",
                "bytes",
                "threads",
                "contender",
                "repetition",
                "pairs_per_s",
                "ns_per_pair",
                "cpu_ns_per_pair");
        measured(
                "alloc",
                17,
                columns,
                new Object[] {"PAIRS", 16, 1, "PAGE_CACHE", 1, 1e6, 1000.0, 1000.0},
                new Object[] {"PAIRS", 16, 2, "PAGE_CACHE", 1, 1.25e6, 1600.0, 1600.0},
                new Object[] {"PAIRS", 16, 2, "PAGE_CACHE a heap each", 1, 1.75e6, 1143.0, 1143.0},
                new Object[] {"MASS free", 16, 1, "PAGE_CACHE", 1, 1e6, 1000.0, ""});
        measured(
                "alloc-latency",
                17,
                List.of(
                        "workload",
                        "bytes",
                        "threads",
                        "contender",
                        "repetition",
                        "operation",
                        "p50",
                        "p99",
                        "p999",
                        "p9999",
                        "max"),
                new Object[] {"PAIRS", "-", 1, "timer", 1, "free", 21, 22, 23, 24, 25});
        assertThat(report())
                .contains("<td>PAIRS</td><td>16</td><td>2</td><td>1.25</td><td>1.75</td>")
                .contains("<td>MASS free</td>")
                .contains("<td>21.0</td><td>22.0</td><td>23.0</td><td>24.0</td><td>25.0</td>");
    }

    @Test
    void percentilesThatAnOlderVersionDidNotMeasureAreLeftOut() throws Exception {
        List<String> old = List.of("store", "survives", "threads", "mix", "round", "ops_per_s", "cpu_ns_per_op");
        List<String> columns = new ArrayList<>(old);
        columns.addAll(List.of("p50_ns", "p99_ns", "p999_ns"));
        measured("list", 17, old, new Object[] {"LINKED_LIST", "NONE", 1, "INSERT", 1, 1e6, 1000.0});
        measured(
                "list",
                25,
                columns,
                new Object[] {"LINKED_LIST", "NONE", 1, "INSERT", 1, 1e6, 1000.0, 1000, 2000, 3000},
                new Object[] {"LINKED_LIST", "NONE", 1, "SUM", 1, 1e6, 1000.0, "", "", ""});
        assertThat(report())
                .contains("JDK 17, nanoseconds of an operation")
                .contains("JDK 25, " + Tables.LATENCY)
                .contains("<td>1.00; 2.00; 3.00</td><td>-</td>")
                .doesNotContain("JDK 17, " + Tables.LATENCY);
    }

    @Test
    void aGroupStandsBesideTheThesis() throws Exception {
        measured(
                "fig5.3b",
                17,
                List.of("series", "mix", "records", "round", "read_ns", "update_ns"),
                new Object[] {"a<b", "A", 10, 1, 1000.0, ""},
                new Object[] {"a<b", "A", 10, 2, 4000.0, ""});
        assertThat(report())
                .contains("These are figures of the preset tiny")
                .contains("<h2 id=\"fig5.3b\">")
                .contains("<td>b: number of records</td><td>no influence on either</td><td>§5.3.1</td>")
                .contains("<td>a&lt;b</td><td>2.50 (1.00 - 4.00)</td>")
                .contains("<td>&lt;17&gt;</td>")
                .contains(">a&lt;b</text>")
                .contains(Files.readString(folder.resolve("fig5.3b-jdk17.svg")));
    }

    /** Of each group that has a table of its own, with the results that are committed. */
    @Test
    void thePageOfTheCommittedResultsIsWhole() throws Exception {
        try (var files = Files.list(Path.of("results"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        String page = report();
        assertThat(page.contains("<h2 id=\"alloc-counts\">")).isFalse();
        assertThat(page.contains("preset tiny")).isFalse();
        for (Group group : Groups.ALL) {
            if (Files.exists(folder.resolve(group.name() + "-jdk17.csv"))) {
                assertThat(page.contains("<h2 id=\"" + group.name() + "\">"))
                        .as(group.name())
                        .isTrue();
            }
        }
        for (String tag : List.of("table", "tr", "td", "th", "section", "div", "details", "p", "span")) {
            assertThat(page.split("<" + tag + "[ >]", -1).length)
                    .as(tag)
                    .isEqualTo(page.split("</" + tag + ">", -1).length);
        }
    }

    @Test
    void reasonsAreHeadingsOfTheResults() throws Exception {
        List<String> headings = Files.readAllLines(Path.of("RESULTS.md")).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> Report.slug(line.replaceFirst("^#+ ", "")))
                .toList();
        assertThat(Targets.of(new Results(folder)).rows().values().stream()
                        .flatMap(List::stream)
                        .map(target -> Report.slug(target.why()))
                        .collect(Collectors.toSet()))
                .isSubsetOf(headings);
    }

    /** The 23 of the list, but YCSB-C on a map of four times its memory, which no group measures; and three that are not of the list. */
    @Test
    void eachNumberToReachHasARow() {
        assertThat(Targets.of(new Results(folder)).rows()).hasSize(22 + 3);
    }

    @Test
    void aFolderWithoutResultsIsRefused() {
        assertThatThrownBy(() -> ReportDriver.write(folder.resolve("none"), Groups.ALL))
                .hasMessageContaining("folder=");
    }
}
