package org.jnvm.bench.alloc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Llpl;
import org.jnvm.bench.harness.NativeOptions;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares allocation: every contender with every workload, each in a process of its own, contenders in turns, and all
 * of that several times, so that what compares was measured close together.
 */
public final class AllocDriver implements Callable<Integer> {
    private static final int JAVA_HEAP_MIB = 512;
    private static final int SMALL_BYTES = 64;
    private static final int COUNTED_ROUNDS = 200;
    /** In so many repetitions, what takes longest is measured once: {@link Workload#MASS} and single calls. */
    private static final int LONG_EVERY = 2;

    private static final int MASS_DIVISOR_IN_TINY_RUN = 100;
    /** Appended to the name of a contender whose threads have a heap each. */
    private static final String HEAP_EACH = " a heap each";

    private static final String TIMER = NoContender.NAME;
    private static final String TIMER_IN_C = TIMER + " in C";

    @Mixin
    private RunOptions options;

    @Option(names = "--repetitions", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer repetitions;

    @Option(names = "--only", paramLabel = "NAME", description = "Contenders whose name contains this.")
    private String only = "";

    @Mixin
    private NativeOptions natives;

    private Path program;
    private Path pmemCounts;
    private boolean llpl;
    private Figures times;
    private Figures latencies;
    private Figures counts;

    /** A contender with a workload it can do. */
    private record Cell(String contender, Workload workload, int bytes) {
        String name() {
            return isLlpl() ? Contenders.LLPL : contender;
        }

        boolean isJava() {
            return !contender.startsWith("malloc") && !contender.equals(TIMER_IN_C);
        }

        boolean isJnvm() {
            return isJava() && !isLlpl() && !contender.equals(TIMER);
        }

        boolean isLlpl() {
            return contender.equals(Contenders.LLPL) || contender.equals(Contenders.LLPL_TRANSACTIONS);
        }

        /** One size with each workload, and what a domain does not change only once. */
        boolean isInTinyRun() {
            return bytes == 256 && !contender.equals("PAGE_CACHE")
                    || contender.startsWith(TIMER)
                    || workload == Workload.PAIRS && contender.endsWith(JnvmContender.STRINGS);
        }

        String size() {
            return workload == Workload.LARSON
                    ? Workload.LARSON_MIN + " to " + Workload.LARSON_MAX
                    : Integer.toString(bytes);
        }

        /** What the contender's threads share: one thread, two of a heap, and what two heaps give. */
        String teams() {
            return isJnvm() && workload != Workload.LARSON ? "1:2:2/2" : "1:2";
        }
    }

    @Override
    public Integer call() {
        program = natives.find("alloc").orElse(null);
        pmemCounts = natives.find("libpmem_counts.so").orElse(null);
        llpl = Llpl.isThere();
        Map<String, String> environment = options.environment(String.join(" ", Flags.OPENED.jvm(JAVA_HEAP_MIB)));
        times = new Figures(
                environment, "workload bytes threads contender repetition pairs_per_s ns_per_pair cpu_ns_per_pair");
        latencies = new Figures(
                environment, "workload bytes threads contender repetition operation p50 p99 p999 p9999 max");
        counts = new Figures(
                environment, "workload bytes contender repetition fences_per_pair write_backs_per_pair heap_bytes");
        List<Cell> cells = cells();
        List<Cell> timed = timedCells();
        if (cells.isEmpty() && timed.isEmpty()) {
            throw new IllegalArgumentException("no contender that can be measured has such a name: only=" + only
                    + ", preset=" + options.preset() + ", known=" + contenders(Workload.PAIRS, SMALL_BYTES));
        }
        int rounds = repetitions != null ? repetitions : options.pick(1, 2, 10);
        Progress progress = new Progress("alloc", rounds);
        for (int repetition = 1; repetition <= rounds; repetition++) {
            progress.next("repetition " + repetition);
            boolean all = repetition % LONG_EVERY == 1;
            for (Cell cell : cells) {
                if (all || cell.workload != Workload.MASS) {
                    time(cell, repetition);
                }
            }
            if (all) {
                for (Cell cell : timed) {
                    timeCalls(cell, repetition);
                }
            }
        }
        cells.stream().filter(cell -> cell.workload != Workload.MASS).forEach(this::count);
        options.write("alloc", times);
        options.write("alloc-latency", latencies);
        options.write("alloc-counts", counts);
        return 0;
    }

    private List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            for (int bytes : sizes(workload)) {
                for (String contender : contenders(workload, bytes)) {
                    cells.add(new Cell(contender, workload, bytes));
                }
            }
        }
        return wanted(cells);
    }

    private static List<Integer> sizes(Workload workload) {
        return switch (workload) {
            case PAIRS -> List.of(16, SMALL_BYTES, 100, 256, 1000, 4096);
            case LINKED -> List.of(SMALL_BYTES, 256, 4096);
            case LARSON -> List.of(256);
            case MASS -> List.of(16, SMALL_BYTES, 256, 1000, 4096);
        };
    }

    /** Returns those of which single calls are timed, and the timers. */
    private List<Cell> timedCells() {
        List<Cell> cells = new ArrayList<>(List.of(new Cell(TIMER, Workload.PAIRS, 0)));
        if (program != null) {
            cells.add(new Cell(TIMER_IN_C, Workload.PAIRS, 0));
        }
        for (int bytes : List.of(16, 256, 4096)) {
            for (String contender : contenders(Workload.PAIRS, bytes)) {
                cells.add(new Cell(contender, Workload.PAIRS, bytes));
            }
        }
        return wanted(cells);
    }

    private List<Cell> wanted(List<Cell> cells) {
        return cells.stream()
                .filter(cell -> cell.contender.contains(only))
                .filter(cell -> options.preset() != Preset.TINY || cell.isInTinyRun())
                .toList();
    }

    private List<String> contenders(Workload workload, int bytes) {
        List<String> contenders = new ArrayList<>(List.of("NVMM_EMULATED"));
        if (workload != Workload.MASS) { // takes long, and the domain changes little where nothing is referred to
            contenders.add(0, "PAGE_CACHE");
        }
        if (bytes == SMALL_BYTES && workload != Workload.MASS) {
            contenders.add("NVMM_EMULATED" + JnvmContender.STRINGS);
        }
        if (llpl) {
            contenders.add(workload == Workload.LINKED ? Contenders.LLPL_TRANSACTIONS : Contenders.LLPL);
        }
        if (program != null && workload != Workload.LINKED) {
            contenders.add("malloc");
            contenders.add("malloc zeroed");
        }
        return contenders;
    }

    private void time(Cell cell, int repetition) {
        String window = options.pick("20", "100", "200");
        String windows = cell.workload == Workload.MASS ? options.pick("1", "3", "3") : options.pick("1", "5", "5");
        for (String line : measure(cell, "time", cell.teams(), window, windows)) {
            String[] words = line.split(" ");
            if (words[0].equals("RESULT")) {
                String[] team = words[1].split("/");
                times.add(
                        cell.workload + (words[2].equals("-") ? "" : " " + words[2]),
                        cell.size(),
                        team[0],
                        cell.name() + (team.length == 1 ? "" : HEAP_EACH),
                        repetition,
                        Double.valueOf(words[3]),
                        Double.valueOf(words[4]),
                        words.length == 5 ? "" : Double.valueOf(words[5]));
            }
        }
    }

    private void timeCalls(Cell cell, int repetition) {
        String windows = options.pick("1", "10", "10");
        for (String line : measure(cell, "latency", "1:2", options.pick("20", "100", "200"), windows)) {
            String[] words = line.split(" ");
            if (words[0].equals("LATENCY")) {
                List<Object> row = new ArrayList<>(List.of(
                        cell.workload,
                        cell.contender.startsWith(TIMER) ? "-" : cell.size(),
                        words[1],
                        cell.name(),
                        repetition));
                row.addAll(List.of(words).subList(2, words.length));
                latencies.add(row.toArray());
            }
        }
    }

    private List<String> measure(Cell cell, String mode, String teams, String window, String windows) {
        boolean java = cell.isJava();
        String least = options.pick("20", java ? "1500" : "100", java ? "1500" : "100");
        String most = options.pick("20", java ? "6000" : "100", java ? "10000" : "100");
        List<String> how = List.of(mode, teams, least, most, window, windows);
        return java ? java(cell, how, Map.of()) : program(cell, how);
    }

    private void count(Cell cell) {
        if (cell.contender.startsWith("malloc")) {
            List<String> lines = program(cell, List.of("count"));
            counts.add(cell.workload, cell.size(), cell.name(), 1, "", "", value(lines, "BYTES", 1));
        } else if (cell.isLlpl()) {
            countLlpl(cell);
        } else if (cell.contender.startsWith("NVMM_EMULATED") || options.preset() == Preset.TINY) {
            List<String> lines = java(cell, List.of("count", "" + COUNTED_ROUNDS), Map.of());
            double pairs = value(lines, "COUNT", 1);
            counts.add(
                    cell.workload,
                    cell.size(),
                    cell.contender.endsWith(JnvmContender.STRINGS) ? "J-NVM" + JnvmContender.STRINGS : "J-NVM",
                    1,
                    value(lines, "COUNT", 2) / pairs,
                    value(lines, "COUNT", 3) / pairs,
                    value(lines, "BYTES", 1));
        }
    }

    /** LLPL is counted from outside, whole processes at a time: the difference of two that differ in rounds. */
    private void countLlpl(Cell cell) {
        if (pmemCounts == null) {
            return;
        }
        try (Folder folder = new Folder()) {
            long[][] totals = new long[2][];
            double pairs = 0;
            double bytes = 0;
            for (int run = 0; run < 2; run++) {
                Path file = folder.file("counts" + run);
                int rounds = COUNTED_ROUNDS * (run + 1);
                List<String> lines = java(
                        cell,
                        List.of("count", "" + rounds),
                        Map.of("LD_PRELOAD", pmemCounts.toString(), "PMEM_COUNTS", file.toString()));
                pairs = value(lines, "COUNT", 1); // of half the rounds of the second run: the difference
                bytes = value(lines, "BYTES", 1);
                String[] words = Files.readString(file).strip().split(" ");
                totals[run] = new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])};
            }
            counts.add(
                    cell.workload,
                    cell.size(),
                    cell.name(),
                    1,
                    (totals[1][0] - totals[0][0]) / pairs,
                    (totals[1][1] - totals[0][1]) / pairs,
                    bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double value(List<String> lines, String kind, int word) {
        return lines.stream()
                .filter(line -> line.startsWith(kind + " "))
                .mapToDouble(line -> Double.parseDouble(line.split(" ")[word]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no figure: wanted=" + kind + ", printed=" + lines));
    }

    private List<String> program(Cell cell, List<String> how) {
        List<String> arguments = new ArrayList<>(List.of(cell.contender));
        arguments.addAll(what(cell));
        arguments.addAll(how);
        try (Child child = Child.program(program, arguments)) {
            return child.lines();
        }
    }

    private List<String> what(Cell cell) {
        int objects = cell.bytes <= Workload.MASS_SMALL_BYTES ? Workload.MASS_OBJECTS : Workload.MASS_OBJECTS / 10;
        int number = options.preset() == Preset.TINY ? objects / MASS_DIVISOR_IN_TINY_RUN : objects;
        return List.of(cell.workload.name(), "" + cell.bytes, "" + number);
    }

    private List<String> java(Cell cell, List<String> how, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>(List.of(cell.contender));
        arguments.addAll(what(cell));
        arguments.addAll(how);
        List<String> flags = new ArrayList<>(Flags.OPENED.jvm(JAVA_HEAP_MIB));
        if (cell.isLlpl()) {
            flags.addAll(Flags.quiet());
        }
        try (Folder folder = new Folder()) {
            flags.add(folder.flag());
            try (Child child = Child.java(flags, environment, AllocProcess.class, arguments)) {
                return child.lines();
            }
        }
    }
}
