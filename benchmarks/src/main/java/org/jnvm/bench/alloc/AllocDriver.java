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
    private static final int JAVA_HEAP_MIB = 256;
    private static final int SMALL_BYTES = 64;
    private static final int COUNTED_ROUNDS = 200;

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
    private Figures counts;

    /** A contender with a workload it can do. */
    private record Cell(String contender, Workload workload, int bytes) {
        String name() {
            return contender.equals("llpl-tx") ? "llpl" : contender;
        }

        /** One size with each workload, and what a domain does not change only once. */
        boolean isInTinyRun() {
            return bytes == 256 && !contender.equals("PAGE_CACHE")
                    || workload == Workload.PAIRS && contender.endsWith(JnvmContender.STRINGS);
        }

        String size() {
            return workload == Workload.LARSON
                    ? Workload.LARSON_MIN + " to " + Workload.LARSON_MAX
                    : Integer.toString(bytes);
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
        counts = new Figures(
                environment, "workload bytes contender repetition fences_per_pair write_backs_per_pair heap_bytes");
        List<Cell> cells = cells();
        int rounds = repetitions != null ? repetitions : options.pick(1, 5, 10);
        Progress progress = new Progress("alloc", rounds);
        for (int repetition = 1; repetition <= rounds; repetition++) {
            progress.next("repetition " + repetition);
            for (Cell cell : cells) {
                time(cell, repetition);
            }
        }
        cells.forEach(this::count);
        options.write("alloc", times);
        options.write("alloc-counts", counts);
        return 0;
    }

    private List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            for (int bytes : workload == Workload.LARSON ? List.of(256) : List.of(SMALL_BYTES, 256, 4096)) {
                for (String contender : contenders(workload, bytes)) {
                    if (contender.contains(only)) {
                        cells.add(new Cell(contender, workload, bytes));
                    }
                }
            }
        }
        return options.preset() == Preset.TINY
                ? cells.stream().filter(Cell::isInTinyRun).toList()
                : cells;
    }

    private List<String> contenders(Workload workload, int bytes) {
        List<String> contenders = new ArrayList<>(List.of("PAGE_CACHE", "NVMM_EMULATED"));
        if (bytes == SMALL_BYTES) {
            contenders.add("NVMM_EMULATED" + JnvmContender.STRINGS);
        }
        if (llpl) {
            contenders.add(workload == Workload.LINKED ? "llpl-tx" : "llpl");
        }
        if (program != null && workload != Workload.LINKED) {
            contenders.add("malloc");
            contenders.add("malloc zeroed");
        }
        return contenders;
    }

    private void time(Cell cell, int repetition) {
        boolean java = !cell.contender.startsWith("malloc");
        String warmUpMs = options.pick("50", java ? "450" : "50", java ? "1000" : "50");
        String measuredMs = options.pick("50", "180", "1000");
        List<String> how = List.of("1:2", warmUpMs, measuredMs);
        List<String> lines;
        if (!java) {
            List<String> arguments = new ArrayList<>(
                    List.of(cell.workload.name(), "" + cell.bytes, cell.contender.endsWith("zeroed") ? "1" : "0"));
            arguments.addAll(how);
            lines = program(arguments);
        } else {
            List<String> arguments = new ArrayList<>(List.of("time"));
            arguments.addAll(how);
            lines = java(cell, arguments, Map.of());
        }
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words[0].equals("RESULT")) {
                times.add(
                        cell.workload,
                        cell.size(),
                        words[1],
                        cell.name(),
                        repetition,
                        Double.valueOf(words[2]),
                        Double.valueOf(words[3]),
                        Double.valueOf(words[4]));
            }
        }
    }

    private void count(Cell cell) {
        if (cell.contender.startsWith("malloc")) {
            List<String> lines = program(List.of(cell.workload.name(), "" + cell.bytes, "1", "1", "1", "1"));
            counts.add(cell.workload, cell.size(), cell.name(), 1, "", "", value(lines, "BYTES", 1));
        } else if (cell.contender.startsWith("llpl")) {
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

    private List<String> program(List<String> arguments) {
        try (Child child = Child.program(program, arguments)) {
            return child.lines();
        }
    }

    private List<String> java(Cell cell, List<String> how, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>(List.of(cell.contender, cell.workload.name(), "" + cell.bytes));
        arguments.addAll(how);
        List<String> flags = new ArrayList<>(Flags.OPENED.jvm(JAVA_HEAP_MIB));
        if (cell.contender.startsWith("llpl") && Runtime.version().feature() >= 24) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        try (Folder folder = new Folder()) {
            flags.add(folder.flag());
            try (Child child = Child.java(flags, environment, AllocProcess.class, arguments)) {
                return child.lines();
            }
        }
    }
}
