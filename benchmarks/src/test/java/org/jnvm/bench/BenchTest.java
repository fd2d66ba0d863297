package org.jnvm.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jnvm.bench.harness.Figures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;

/**
 * Every command works, child processes included; what it measures in this short time means nothing, so commands may run
 * beside each other.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class BenchTest {
    private static final int JDK = Runtime.version().feature();

    @TempDir
    private Path folder;

    private int run(String... arguments) {
        return run(folder, arguments);
    }

    private static int run(Path out, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--out", out.toString()));
        CommandLine line = Bench.commandLine();
        StringWriter errors = new StringWriter();
        line.setErr(new PrintWriter(errors, true));
        int status = line.execute(all.toArray(new String[0]));
        assertThat(errors.toString()).isEmpty();
        return status;
    }

    private Path tiny() {
        return folder.resolve("tiny");
    }

    private Figures figures(String command) {
        return Figures.read(tiny().resolve(command + "-jdk" + JDK + ".csv"));
    }

    @Test
    void aContenderThatIsNotThereIsRefused() {
        CommandLine line = Bench.commandLine();
        StringWriter errors = new StringWriter();
        line.setErr(new PrintWriter(errors, true));
        assertThat(line.execute(
                        "alloc",
                        "--preset",
                        "tiny",
                        "--native",
                        folder.toString(),
                        "--only",
                        "jemalloc",
                        "--out",
                        "" + folder))
                .isNotZero();
        assertThat(errors.toString()).contains("only=jemalloc").contains("NVMM_EMULATED");
    }

    @Test
    void allocatesWithEveryContenderThatIsThere() throws Exception {
        boolean c = compile("alloc", "alloc", "-O2");
        assertThat(run("alloc", "--preset", "tiny", "--native", folder.toString()))
                .isZero();
        Figures times = figures("alloc");
        assertThat(times.distinct("workload"))
                .containsExactly("PAIRS", "LINKED", "LARSON", "MASS", "MASS allocate", "MASS free");
        assertThat(times.distinct("threads")).containsExactly("1", "2");
        assertThat(times.distinct("contender"))
                .containsExactlyInAnyOrderElementsOf(
                        c
                                ? List.of(
                                        "NVMM_EMULATED",
                                        "NVMM_EMULATED a heap each",
                                        "NVMM_EMULATED string",
                                        "NVMM_EMULATED string a heap each",
                                        "malloc",
                                        "malloc zeroed")
                                : List.of(
                                        "NVMM_EMULATED",
                                        "NVMM_EMULATED a heap each",
                                        "NVMM_EMULATED string",
                                        "NVMM_EMULATED string a heap each"));
        assertThat(times.numbers("ns_per_pair", row -> true)).allMatch(nanos -> nanos > 0);
        Figures latencies = figures("alloc-latency");
        assertThat(latencies.distinct("contender"))
                .containsExactlyElementsOf(
                        c
                                ? List.of("timer", "timer in C", "NVMM_EMULATED", "malloc", "malloc zeroed")
                                : List.of("timer", "NVMM_EMULATED"));
        assertThat(latencies.distinct("operation")).containsExactly("allocate", "free");
        assertThat(latencies.rows())
                .allSatisfy(row -> assertThat(List.of("p50", "p99", "p999", "p9999", "max").stream()
                                .map(row::get)
                                .map(Long::valueOf))
                        .isSorted());
        Figures counts = figures("alloc-counts");
        assertThat(counts.numbers(
                        "heap_bytes",
                        row -> row.get("contender").equals("J-NVM")
                                && row.get("workload").equals("PAIRS")))
                .allMatch(bytes -> bytes >= 248 && bytes <= 512);
        assertThat(counts.numbers(
                        "fences_per_pair",
                        row -> row.get("contender").equals("J-NVM")
                                && row.get("workload").equals("LINKED")))
                .allMatch(fences -> fences >= 2);
    }

    @Test
    void writesBackInEveryWayThatIsThere() throws Exception {
        boolean c = compile("pwb", "pwb", "-O2");
        assertThat(run("pwb", "--preset", "tiny", "--native", folder.toString()))
                .isZero();
        Figures times = figures("pwb");
        assertThat(times.distinct("benchmark"))
                .hasSize(c ? 6 : 1)
                .anyMatch(name -> name.matches("(patched|intrinsic)Block"));
        assertThat(times.numbers("ns_per_op", row -> true)).allMatch(nanos -> nanos > 0);
        Path results = folder.resolve("RESULTS.md");
        Files.writeString(results, "<!-- begin pwb -->\n<!-- end pwb -->\n");
        assertThat(run(tiny(), "tables", "--file", results.toString())).isZero();
        assertThat(Files.readString(results)).contains("Block |  |");
    }

    /** Compiles a C program to the folder; returns false if there is no compiler here. */
    private boolean compile(String source, String program, String... flags) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("gcc", "-Wall", "-Werror", "-pthread"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-o", folder.resolve(program).toString(), "src/main/c/" + source + ".c"));
        try {
            Process gcc = new ProcessBuilder(command).inheritIO().start();
            assertThat(gcc.waitFor()).isZero();
            return true;
        } catch (IOException e) { // no compiler here
            return false;
        }
    }

    @Test
    void accessesBlocksInCAndJava() throws Exception {
        boolean c = compile("blocks", "blocks", "-O2") && compile("blocks", "blocks-vector", "-O3", "-march=native");
        assertThat(run("table5.1", "--preset", "tiny", "--native", folder.toString()))
                .isZero();
        Figures figures = figures("table5.1");
        assertThat(figures.distinct("pattern"))
                .containsExactly(
                        "SEQUENTIAL_READ",
                        "SEQUENTIAL_WRITE",
                        "RANDOM_READ",
                        "RANDOM_READ_DEPENDENT",
                        "RANDOM_READ_BATCHED",
                        "RANDOM_WRITE");
        assertThat(figures.distinct("contender")).contains("RAW", "PROXIES");
        if (c) {
            assertThat(figures.distinct("contender")).contains("C", "C_VECTOR");
            // what is compared takes the same instruction
            assertThat(figures.rows().stream()
                            .filter(row -> !row.get("contender").equals("C_BEST"))
                            .map(row -> row.get("write_back"))
                            .distinct())
                    .hasSize(1);
        }
        assertThat(figures.numbers("gb_per_cpu_s", row -> true)).allMatch(rate -> rate > 0);
    }

    @Test
    void countsOperations() {
        assertThat(run("counts", "--preset", "tiny")).isZero();
        assertThat(figures("counts")
                        .numbers("fences", row -> row.get("operation").equals("failure-atomic block one write")))
                .hasSize(1)
                .allMatch(fences -> fences >= 1);
    }

    @Test
    void recoversWhatAKilledProcessLeft() {
        assertThat(run("recovery", "--preset", "tiny", "--shapes", "GARBAGE,TREE", "--objects", "3000"))
                .isZero();
        Figures figures = figures("recovery");
        assertThat(figures.rows()).hasSize(4);
        assertThat(figures.numbers("live_objects", row -> row.get("shape").equals("GARBAGE")))
                .allMatch(live -> live >= 1500 && live < 1600);
        assertThat(figures.numbers("live_objects", row -> row.get("shape").equals("TREE")))
                .allMatch(live -> live >= 3000 && live < 3100);
        assertThat(figures.numbers("recovery_ms", row -> true)).allMatch(ms -> ms > 0);
    }

    @Test
    void reopensWhatWasClosed() {
        assertThat(run("reopen", "--preset", "tiny", "--shape", "LIST_RANDOM")).isZero();
        Figures figures = figures("reopen");
        assertThat(figures.distinct("flags")).containsExactly("no flags", "opened");
        assertThat(figures.numbers("open_ms", row -> true)).hasSize(2).allMatch(ms -> ms > 0);
    }

    @Test
    void collectsWhatWasDropped() {
        assertThat(run("collector", "--preset", "tiny")).isZero();
        Figures figures = figures("collector");
        assertThat(figures.distinct("phase")).containsExactlyInAnyOrder("idle", "collecting", "java");
        assertThat(figures.numbers("ops_per_s", row -> true)).allMatch(rate -> rate > 0);
        assertThat(figures("collector-open").distinct("collector")).containsExactly("OFF", "ON_DEMAND");
    }

    @Test
    void mergesStatesInEveryWay() throws Exception {
        assertThat(run("ship", "--preset", "tiny")).isZero();
        Figures figures = figures("ship");
        assertThat(figures.distinct("what"))
                .containsExactly("import", "serialization", "rebuild", "export", "import-copy", "check");
        assertThat(figures.numbers("seconds", row -> true)).hasSize(7).allMatch(seconds -> seconds > 0);
        Path results = folder.resolve("RESULTS.md");
        Files.writeString(results, "<!-- begin ship -->\n<!-- end ship -->\n");
        assertThat(run(tiny(), "tables", "--file", results.toString())).isZero();
        assertThat(Files.readString(results)).contains("| 5 | 100 |", "| check | 500");
    }

    @Test
    void findsCollectionsAgain() throws Exception {
        assertThat(run("space", "--preset", "tiny")).isZero();
        Figures figures = figures("space");
        assertThat(figures.rows()).hasSize(9); // the first one by all threads too
        assertThat(figures.distinct("threads")).containsExactly("one", "all");
        assertThat(figures.numbers("find_ms", row -> true)).allMatch(ms -> ms > 0);
        assertThat(figures.numbers("longest_put_ms", row -> true)).allMatch(ms -> ms > 0);
        assertThat(figures.numbers("look_up_ms", row -> true)).allMatch(ms -> ms > 0);
        assertThat(figures.numbers("file_bytes", row -> row.get("collection").endsWith("Map")))
                .hasSize(5)
                .allMatch(bytes -> bytes > 100 && bytes <= 128);
        Path results = folder.resolve("RESULTS.md");
        Files.writeString(results, """
                <!-- begin space -->
                <!-- end space -->
                """);
        assertThat(run(tiny(), "tables", "--file", results.toString())).isZero();
        assertThat(Files.readString(results))
                .containsPattern(
                        "\\| PSkipListMap \\| 10000 \\| one \\| 1[0-9]{2} \\| [0-9.]+ \\| [0-9.]+ \\| [0-9.]+ \\|")
                .containsPattern("\\| PHashSet \\| 10000 \\| one \\| [0-9.]+ \\| [0-9.]+ .* \\| - \\| - \\| - \\|");
    }

    @Test
    void microBenchmarksRunAndTheTablesAreWritten() throws Exception {
        assertThat(run("field", "--preset", "tiny")).isZero();
        assertThat(figures("field").distinct("benchmark")).contains("proxyReadMany", "rawReadMany");
        new Figures(Map.of("jdk", "x"), List.of("mib", "flags", "open_ms", "process_ms", "bare_jvm_ms", "close_ms"))
                .write(tiny().resolve("reopen-jdk" + JDK + ".csv"));
        Path results = folder.resolve("RESULTS.md");
        Files.writeString(results, """
                Before.
                <!-- begin targets -->
                old
                <!-- end targets -->
                Between.
                <!-- begin field -->
                <!-- end field -->
                <!-- begin reopen -->
                <!-- end reopen -->
                After.
                """);
        assertThat(run(tiny(), "tables", "--file", results.toString())).isZero();
        assertThat(Files.readString(results))
                .startsWith("Before.\n<!-- begin targets -->\n| what | wanted | JDK " + JDK + " |")
                .containsPattern("field read against a raw address .* \\| <= 1.1 x \\| [0-9.]+ x, ")
                .containsPattern("\\| proxyReadMany \\| PAGE_CACHE \\| [0-9.]+ \\|")
                .doesNotContain("old")
                .endsWith("<!-- end reopen -->\nAfter.\n");
    }

    @Test
    void failureAtomicBlocksAreMeasuredAndTheirTablesAreWritten() throws Exception {
        assertThat(run("fa", "--preset", "tiny")).isZero();
        assertThat(figures("fa").distinct("parameters"))
                .containsExactlyInAnyOrder("PAGE_CACHE WRITE_1", "NVMM_EMULATED WRITE_1");
        assertThat(figures("fa-counts")
                        .numbers("fences_per_block", row -> row.get("contender").equals("NVMM_EMULATED")))
                .allMatch(fences -> fences >= 1);
        assertThat(run("fa-map", "--preset", "tiny")).isZero();
        assertThat(run("fa-fill", "--preset", "tiny")).isZero();
        assertThat(figures("fa-fill").distinct("parameters"))
                .containsExactlyInAnyOrder("PAGE_CACHE TREE 0", "PAGE_CACHE TREE 10");
        Path results = folder.resolve("RESULTS.md");
        Files.writeString(results, """
                <!-- begin fa -->
                <!-- end fa -->
                <!-- begin fa-map -->
                <!-- end fa-map -->
                <!-- begin fa-fill -->
                <!-- end fa-fill -->
                """);
        assertThat(run(tiny(), "tables", "--file", results.toString())).isZero();
        assertThat(Files.readString(results))
                .containsPattern("\\| block \\| NVMM_EMULATED WRITE_1 \\| [0-9.]+ \\|")
                .containsPattern("\\| blockOfTwoThreads \\| NVMM_EMULATED WRITE_1 \\| [0-9.]+ \\|")
                .containsPattern("\\| WRITE_1 \\| [0-9.]+; [0-9.]+ \\| [0-9.]+; [0-9.]+ \\|")
                .containsPattern("\\| fill \\| PAGE_CACHE TREE 10 \\| [0-9.]+; [0-9.]+ \\|")
                .containsPattern("Time without .*(\n.*){4}\\| replace \\| PAGE_CACHE \\| [0-9.]+ \\|");
    }

    @Test
    void keysByValueAreMeasuredAndTheirTableIsWritten() throws Exception {
        assertThat(run("values", "--preset", "tiny")).isZero();
        Figures figures = figures("values");
        assertThat(figures.distinct("parameters"))
                .containsExactlyInAnyOrder(
                        "PAGE_CACHE STRING",
                        "PAGE_CACHE LONG",
                        "PAGE_CACHE UUID",
                        "PAGE_CACHE LOCAL_DATE",
                        "PAGE_CACHE RECORD",
                        "PAGE_CACHE ENUM",
                        "PAGE_CACHE P_STRING");
        assertThat(figures.numbers("java_bytes_per_op", row -> true)).hasSize(7).allMatch(bytes -> bytes >= 0);
        Path results = folder.resolve("RESULTS.md");
        Files.writeString(results, "<!-- begin values -->\n<!-- end values -->\n");
        assertThat(run(tiny(), "tables", "--file", results.toString())).isZero();
        assertThat(Files.readString(results))
                .containsPattern("\\| pTreeMapPut \\| PAGE_CACHE UUID \\| [0-9.]+; [0-9.]+ \\|");
    }

    @Test
    void figure51IsMeasuredDrawnAndItsTableIsWritten() throws Exception {
        assertThat(Bench.commandLine()
                        .execute(
                                "fig5.1",
                                "--preset",
                                "tiny",
                                "--out",
                                folder.toString(),
                                "--only",
                                "objects,soft_index"))
                .isZero();
        Path tiny = folder.resolve("tiny");
        String name = "fig5.1-jdk" + JDK + ".";
        Figures figures = Figures.read(tiny.resolve(name + "csv"));
        assertThat(figures.distinct("mix")).containsExactly("A", "B", "C", "F", "D");
        assertThat(figures.distinct("domain")).containsExactly("PAGE_CACHE", "NVMM_EMULATED", "-");
        assertThat(figures.numbers("ops_per_s", row -> true)).allMatch(rate -> rate > 0);
        Path results = folder.resolve("RESULTS.md");
        Files.writeString(results, "<!-- begin fig5.1 -->\n<!-- end fig5.1 -->\n");
        assertThat(run(tiny, "tables", "--file", results.toString())).isZero();
        assertThat(Files.readString(results))
                .containsPattern("\\| J_NVM_OBJECTS \\| NVMM_EMULATED \\| FIELDS \\| [0-9.]+ \\|")
                .containsPattern(
                        "against `SOFT_INDEX_FILE` .*(\n.*){4}\\| J_NVM_OBJECTS \\| PAGE_CACHE \\| FIELDS \\| [0-9.]+ \\|");
    }

    @Test
    void figure56IsMeasuredDrawnAndItsTableIsWritten() throws Exception {
        assertThat(run("fig5.6", "--preset", "tiny", "--only", "blackhole")).isZero();
        List<Map<String, String>> first = figures("fig5.6").rows();
        assertThat(run(
                        "fig5.6",
                        "--preset",
                        "tiny",
                        "--resume",
                        "--only",
                        "blackhole,hash base,java_util hash,chronicle"))
                .isZero();
        assertThat(figures("fig5.6").rows()).startsWith(first.toArray(new Map[0]));
        Path tiny = folder.resolve("tiny");
        String name = "fig5.6-jdk" + JDK + ".";
        Figures figures = Figures.read(tiny.resolve(name + "csv"));
        assertThat(figures.distinct("mix")).containsExactly("A", "B", "C", "F", "D");
        assertThat(figures.distinct("family")).containsExactly("BLACKHOLE", "JAVA_UTIL", "J_NVM", "CHRONICLE_MAP");
        assertThat(figures.numbers("ops_per_s", row -> row.get("family").equals("BLACKHOLE")))
                .hasSize(5);
        assertThat(figures.numbers("ops_per_s", row -> true)).allMatch(rate -> rate > 0);
        assertThat(run("report", "--preset", "tiny")).isZero();
        String svg = Files.readString(tiny.resolve(name + "svg")); // long, so not for messages
        assertThat(svg.contains(">Chronicle Map</text>")).isTrue();
        assertThat(svg.contains("NaN")).isFalse();
        Path results = folder.resolve("RESULTS.md");
        Files.writeString(results, "<!-- begin fig5.6 -->\n<!-- end fig5.6 -->\n");
        assertThat(run(tiny, "tables", "--file", results.toString())).isZero();
        assertThat(Files.readString(results))
                .containsPattern(
                        "\\| J_NVM \\| HASH \\| BASE \\| NVMM_EMULATED \\| FLAT \\| PUT \\| [0-9.]+ \\| [0-9.]+ \\|")
                .containsPattern("\\| CHRONICLE_MAP \\| - \\| - \\| - \\| FLAT \\| PUT \\| [0-9.]+ \\|");
    }

    @Test
    void aFileWithoutAPlaceForATableIsRefused() throws IOException {
        new Figures(Map.of(), List.of("benchmark", "parameters", "flags", "round", "ns_per_op"))
                .write(folder.resolve("bulk-jdk17.csv"));
        Path results = folder.resolve("RESULTS.md");
        CommandLine line = Bench.commandLine();
        StringWriter errors = new StringWriter();
        line.setErr(new PrintWriter(errors, true));
        Files.writeString(results, "nothing\n");
        assertThat(line.execute("tables", "--out", folder.toString(), "--file", results.toString()))
                .isNotZero();
        assertThat(errors.toString()).contains("<!-- begin bulk -->", results.toString());
    }
}
