package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.cores.CoresProcess;
import org.jnvm.bench.cores.SharedLines;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.harness.Space;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.MapContender;
import org.jnvm.bench.ycsb.MapType;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.Plan;
import org.jnvm.bench.ycsb.Rival;
import org.jnvm.bench.ycsb.ThreadsProcess;
import org.jnvm.bench.ycsb.Update;
import org.jnvm.pdt.ProxyCaching;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads, YCSB-A, allocation and failure-atomic blocks by the number of threads. */
public final class CoresDriver implements Callable<Integer> {
    private static final String NAME = "cores";
    private static final int FIELDS = 10;
    private static final int FIELD_BYTES = 100;
    private static final int JAVA_HEAP_MIB = 1024;
    /** Java heap for a record: two copies of it, and what each of many clients knows of its fields. */
    private static final int JAVA_BYTES_PER_RECORD = 4 * FIELDS * FIELD_BYTES;
    /** The most of a heap of records, for each. */
    private static final int FILE_BYTES_PER_RECORD = 8 * FIELDS * FIELD_BYTES;

    /** What a process prints of a workload, as far as columns go; of some only the first. */
    private static final List<String> MEASURED = List.of("ops_per_s", "cpu_ns_per_op", "p50_ns", "p99_ns", "p999_ns");

    /** Who is measured: those for one thread, on one. */
    private static final List<Line> LINES = List.of(
            new Line("JAVA_UTIL", Durability.NONE, MapType.CONCURRENT_HASH),
            new Line("J_NVM", Durability.PROCESS, MapType.CONCURRENT_HASH),
            new Line("J_NVM", Durability.NVMM, MapType.CONCURRENT_HASH),
            new Line("RAW", Durability.PROCESS, MapType.CONCURRENT_HASH),
            new Line("RAW", Durability.NVMM, MapType.CONCURRENT_HASH),
            new Line("HASH_MAP", Durability.NONE, MapType.HASH),
            new Line("J_NVM_HASH", Durability.PROCESS, MapType.HASH),
            new Line("J_NVM_HASH", Durability.NVMM, MapType.HASH));

    /**
     * Who is measured.
     *
     * @param store its name in raw figures
     * @param survives what an acknowledged operation survives
     * @param map its map, or the one that it stands beside
     */
    private record Line(String store, Durability survives, MapType map) {
        private boolean isForOneThread() {
            return !map.isConcurrent();
        }

        private MapContender contender() {
            DurabilityDomain domain = Rival.domain(survives);
            if (store.equals("RAW")) {
                return MapContender.raw(domain);
            }
            return survives == Durability.NONE
                    ? MapContender.javaUtil(map, Layout.FLAT, Update.PUT)
                    : MapContender.persistent(map, ProxyCaching.BASE, domain, Layout.FLAT, Update.PUT);
        }
    }

    /**
     * How much is measured if no option says otherwise.
     *
     * @param warmUpMs of a step of each warm-up
     */
    private record Amount(int records, List<Integer> threads, int warmUpMs, int measuredMs, int rounds) {}

    @Mixin
    private RunOptions options;

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            description = "Numbers of threads (default: by preset).")
    private List<Integer> threads;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    @Option(names = "--only", paramLabel = "NAME", description = "Stores whose name contains this.")
    private String only = "";

    private Figures figures;

    @Override
    public Integer call() {
        Amount amount = options.pick(
                new Amount(200, List.of(1, 2), 2, 10, 1),
                new Amount(100_000, List.of(1, 2, 4, 8, 16), 60, 200, 2),
                new Amount(1_000_000, List.of(1, 2, 4, 8, 16, 32, 64), 500, 3_000, 5));
        List<Line> lines =
                LINES.stream().filter(line -> line.store().contains(only)).toList();
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("no store has such a name: only=" + only);
        }
        List<Integer> numbers = threads != null ? threads : amount.threads();
        int all = rounds != null ? rounds : amount.rounds();
        int javaHeapMib = Math.toIntExact(JAVA_HEAP_MIB + ((long) JAVA_BYTES_PER_RECORD * amount.records() >> 20));
        List<String> flags = Flags.OPENED.touched(javaHeapMib);
        figures = figures(flags, amount, all);
        if (!Space.has((long) FILE_BYTES_PER_RECORD * amount.records(), (long) javaHeapMib << 20, NAME)) {
            return 0;
        }
        Progress progress = new Progress(NAME, all * lines.size());
        for (int round = 1; round <= all; round++) {
            for (Line line : lines) {
                progress.next("round " + round + ", " + line.store() + " " + line.survives());
                List<Integer> ofLine = line.isForOneThread() ? List.of(1) : numbers;
                add(line, round, maps(line, ofLine, amount, flags));
                if (!line.isForOneThread()) {
                    add(line, round, others(line, ofLine, amount, flags));
                }
                options.write(NAME, figures);
            }
        }
        System.out.println(NAME + ": written to " + options.file(NAME));
        return 0;
    }

    private Figures figures(List<String> flags, Amount amount, int all) {
        Map<String, String> environment = options.environment(String.join(" ", flags));
        environment.put("rounds", Integer.toString(all));
        environment.put("records", Integer.toString(amount.records()));
        environment.put("fields", FIELDS + " of " + FIELD_BYTES + " bytes");
        environment.put("measured", amount.measuredMs() + " ms of each workload");
        List<String> columns = new ArrayList<>(List.of("store", "survives", "processors", "threads", "mix", "round"));
        columns.addAll(MEASURED);
        columns.addAll(List.of("shared_lines", "same_line"));
        return new Figures(environment, columns);
    }

    private static String words(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(":"));
    }

    private static List<String> maps(Line line, List<Integer> numbers, Amount amount, List<String> flags) {
        int most = numbers.stream().mapToInt(number -> number).max().orElseThrow();
        Plan plan = new Plan(
                amount.records(),
                FIELDS,
                FIELD_BYTES,
                most,
                amount.warmUpMs(),
                amount.measuredMs(),
                List.of(Mix.C, Mix.A));
        List<String> arguments = new ArrayList<>(List.of(words(numbers)));
        arguments.addAll(plan.words());
        arguments.addAll(line.contender().arguments());
        return Turns.run(ThreadsProcess.class, flags, arguments, parent());
    }

    private static List<String> others(Line line, List<Integer> numbers, Amount amount, List<String> flags) {
        List<String> arguments = List.of(
                line.store(),
                line.survives().name(),
                words(numbers),
                Integer.toString(amount.warmUpMs() / 2), // it is little code
                Integer.toString(amount.measuredMs()));
        return Turns.run(CoresProcess.class, flags, arguments, parent());
    }

    private static Path parent() {
        return Folder.parent();
    }

    private void add(Line line, int round, List<String> printed) {
        int processors = Runtime.getRuntime().availableProcessors();
        int number = 0;
        for (String each : printed) {
            String[] words = each.split(" ");
            if (words[0].equals("CLIENTS")) {
                number = Integer.parseInt(words[1]);
            } else if (words[0].equals("RESULT")) {
                List<Object> row =
                        new ArrayList<>(List.of(line.store(), line.survives(), processors, number, words[1], round));
                for (int i = 0; i < MEASURED.size(); i++) {
                    row.add(2 + i < words.length ? Double.parseDouble(words[2 + i]) : "");
                }
                SharedLines shared = SharedLines.of(line.store(), words[1]);
                row.add(shared.all());
                row.add(shared.same());
                figures.add(row.toArray());
            }
        }
    }
}
