package org.jnvm.bench.figure;

import java.awt.Color;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.bank.BankProcess;
import org.jnvm.bench.bank.RivalBank;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.plot.LinePanel;
import org.jnvm.bench.plot.Plot;
import org.jnvm.bench.ycsb.CacheBackend;
import org.jnvm.bench.ycsb.CacheContender;
import org.jnvm.bench.ycsb.Contender;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.Plan;
import org.jnvm.bench.ycsb.Rival;
import org.jnvm.bench.ycsb.RivalContender;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stores that sync each operation to an ordinary disk, and J-NVM's domain DISK, by the number of clients. */
@Command(
        name = DiskDriver.NAME,
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "YCSB-A and B, and a bank, on an ordinary disk: domain DISK, and stores that sync, by clients.")
public final class DiskDriver implements Callable<Integer> {
    static final String NAME = "disk";

    /**
     * What is measured, and how it is drawn.
     *
     * @param words name it in raw figures
     * @param writes whether it writes by itself; for the others the kernel does, some time
     */
    private record Line(List<String> words, String title, Color color, Contender contender, boolean writes) {
        private static Line of(Rival rival, Durability durability, int rgb) {
            RivalContender contender = new RivalContender(rival, durability);
            boolean writes = durability != Durability.PROCESS;
            return new Line(contender.words(), contender.title(), new Color(rgb), contender, writes);
        }

        private static Line infinispan(String title, int rgb, CacheBackend backend, DurabilityDomain domain) {
            return new Line(
                    List.of("INFINISPAN_" + backend, Durability.DISK.name()),
                    "Infinispan: " + title,
                    new Color(rgb),
                    new CacheContender(backend, domain, Layout.FLAT),
                    true);
        }

        /** Returns the bank in it, or null if it keeps none. */
        private RivalContender bank() {
            return contender instanceof RivalContender rival && RivalBank.isThere(rival) ? rival : null;
        }
    }

    /** Who does not sync is there to be compared with ASYNC. */
    private static final List<Line> LINES = List.of(
            Line.of(Rival.J_NVM, Durability.PROCESS, 0x9E9E9E),
            Line.of(Rival.J_NVM, Durability.INTERVAL, 0x4C8EC8),
            Line.of(Rival.J_NVM, Durability.DISK, 0x0B3C6F),
            Line.of(Rival.LMDB, Durability.DISK, 0xC04A3A),
            Line.of(Rival.ROCKSDB, Durability.DISK, 0x4DAF7C),
            Line.of(Rival.MV_STORE, Durability.DISK, 0xD47FB4),
            Line.of(Rival.MAP_DB, Durability.DISK, 0xB8B030),
            Line.of(Rival.ECLIPSE_STORE, Durability.PROCESS, 0x8C6D46),
            Line.of(Rival.CHRONICLE_MAP, Durability.PROCESS, 0xE08A1E),
            Line.infinispan("J-NVM, DISK, SYNC", 0x2FA8A0, CacheBackend.J_NVM_OBJECTS, DurabilityDomain.DISK),
            Line.infinispan("SoftIndexFileStore, sync", 0x6B4FA0, CacheBackend.SOFT_INDEX_FILE_SYNC, null));

    private static final List<Mix> MIXES = List.of(Mix.A, Mix.B);
    private static final List<String> KEYS = List.of("store", "survives", "clients", "mix", "round");
    private static final int FIELDS = 10;
    private static final int FIELD_BYTES = 100;
    private static final int JAVA_HEAP_MIB = 1024;
    /** How much longer a process is warmed up before the first thing that it measures. */
    private static final int FIRST_WARM_UP = 4;

    /** How much is measured. */
    private record Amount(int records, List<Integer> clients, int warmUpMs, int measuredMs, int rounds) {}

    @Mixin
    private RunOptions options;

    @Option(
            names = "--disk-dir",
            paramLabel = "DIR",
            description = "Folder on the disk (default: the temporary folder, which must not be in memory).")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    @Option(names = "--plot-only", description = "Draws the plot again from the raw figures that are there.")
    private boolean plotOnly;

    /** Made by picocli. */
    public DiskDriver() {}

    @Override
    public Integer call() {
        if (plotOnly) {
            draw(Figures.read(options.file(NAME, "csv")));
            return 0;
        }
        Amount amount = options.pick(
                new Amount(200, List.of(1, 2), 5, 10, 1),
                new Amount(10_000, List.of(1, 2, 4, 8), 300, 1500, 2),
                new Amount(1_000_000, List.of(1, 2, 4, 8), 5_000, 20_000, 5));
        int all = rounds != null ? rounds : amount.rounds();
        Folder.inside(folder);
        List<String> columns = new ArrayList<>(KEYS);
        columns.addAll(MixRows.MEASURED);
        Map<String, String> environment = Environment.describe(
                String.join(" ", LINES.get(0).contender().flags(JAVA_HEAP_MIB)),
                options.preset().name());
        environment.put("rounds", Integer.toString(all));
        environment.put("records", Long.toString(amount.records()));
        environment.put("accounts", amount.records() + " of 140 bytes");
        environment.put("fields", FIELDS + " of " + FIELD_BYTES + " bytes");
        environment.put("measured", amount.measuredMs() + " ms of each mix");
        Figures figures = new Figures(environment, columns);
        if (options.resumes()) {
            figures.takeOver(options.file(NAME, "csv"), row -> true);
        }
        Progress progress = new Progress(NAME, all * amount.clients().size() * LINES.size());
        for (int round = 1; round <= all; round++) {
            for (int clients : amount.clients()) {
                for (Line line : LINES) {
                    progress.next(
                            "round " + round + " of " + all + ", " + line.title() + ", " + clients + " client(s)");
                    if (!isDone(figures, line, clients, round)) {
                        measure(figures, line, clients, round, amount);
                        options.write(NAME, figures); // what a run that is stopped has measured is kept
                    }
                }
            }
        }
        draw(figures);
        System.out.println(NAME + ": written to " + options.file(NAME, "{csv,json,svg,png}"));
        return 0;
    }

    private static List<String> key(Line line, int clients, String mix, int round) {
        List<String> key = new ArrayList<>(line.words());
        key.addAll(List.of("" + clients, mix, "" + round));
        return key;
    }

    private static boolean isDone(Figures figures, Line line, int clients, int round) {
        String last = line.bank() != null
                ? BankProcess.MIX
                : MIXES.get(MIXES.size() - 1).name();
        return figures.rows().stream()
                .anyMatch(row -> KEYS.stream().map(row::get).toList().equals(key(line, clients, last, round)));
    }

    private void measure(Figures figures, Line line, int clients, int round, Amount amount) {
        List<String> lines;
        try {
            lines = new ArrayList<>(YcsbFigure.run(
                    line.contender(),
                    new Plan(
                            amount.records(),
                            FIELDS,
                            FIELD_BYTES,
                            clients,
                            amount.warmUpMs(),
                            amount.measuredMs(),
                            MIXES),
                    JAVA_HEAP_MIB,
                    Folder.parent(),
                    List.of()));
            if (line.bank() != null) {
                lines.addAll(bank(line.bank(), clients, amount));
            }
        } catch (IllegalStateException e) {
            System.out.println("skipped: " + line.title() + ", as it does not work here: " + e.getMessage());
            return;
        }
        MixRows.read(lines, mix -> key(line, clients, mix, round)).forEach(row -> figures.add(row.toArray()));
    }

    private static List<String> bank(RivalContender contender, int clients, Amount amount) {
        List<String> arguments = new ArrayList<>();
        for (int number : List.of(amount.records(), clients, FIRST_WARM_UP * amount.warmUpMs(), amount.measuredMs())) {
            arguments.add(Integer.toString(number));
        }
        arguments.addAll(contender.words());
        try (Folder folder = new Folder()) {
            List<String> flags = new ArrayList<>(contender.flags(JAVA_HEAP_MIB));
            flags.add(folder.flag());
            try (Child child = Child.java(flags, BankProcess.class, arguments)) {
                return child.lines();
            }
        }
    }

    // ---- plot ----

    private void draw(Figures measured) {
        UnaryOperator<String> of = key -> measured.environment().getOrDefault(key, "?");
        List<LinePanel> panels = new ArrayList<>();
        for (Mix mix : MIXES) {
            panels.add(throughput(measured, mix.name(), "YCSB-" + mix));
        }
        panels.add(throughput(measured, BankProcess.MIX, "bank"));
        panels.add(panel(
                measured,
                Mix.A.name(),
                "YCSB-A, written by the device",
                "bytes for an operation",
                "written_per_op",
                1,
                LINES.stream().filter(Line::writes).toList()));
        Plot plot = new Plot(
                panels,
                List.of(
                        "An ordinary disk: YCSB on " + of.apply("records") + " records, " + of.apply("fields")
                                + "; transfers between the accounts of a bank, " + of.apply("accounts")
                                + ". What is acknowledged survives power loss, but with ASYNC the last 100 ms, and with"
                                + " PAGE_CACHE, EclipseStore and Chronicle Map whatever the kernel has not written.",
                        "Medians of " + of.apply("rounds") + " rounds, each in a new JVM; whiskers: the farthest round."
                                + " Logarithmic. Every field read is copied out and checked. JDK " + of.apply("jdk")
                                + "; " + of.apply("cpu") + ", " + of.apply("cpus") + " processors; "
                                + of.apply("kernel") + ", " + of.apply("file system") + "; commit "
                                + of.apply("commit") + "."));
        plot.writePng(options.file(NAME, "png"));
        plot.writeSvg(options.file(NAME, "svg"));
    }

    private static LinePanel throughput(Figures measured, String mix, String name) {
        return panel(measured, mix, name + ", throughput", "thousand operations/s", "ops_per_s", 1e3, LINES);
    }

    private static LinePanel panel(
            Figures measured, String mix, String title, String unit, String column, double divisor, List<Line> drawn) {
        LinePanel panel = new LinePanel(title, "clients", unit, true);
        for (Line line : drawn) {
            Map<Double, List<Double>> byClients = new LinkedHashMap<>();
            for (String clients : measured.distinct("clients")) {
                List<Double> values = measured.numbers(
                        column,
                        row -> List.of(row.get("store"), row.get("survives")).equals(line.words())
                                && row.get("clients").equals(clients)
                                && row.get("mix").equals(mix));
                byClients.put(
                        Double.valueOf(clients),
                        values.stream().map(value -> value / divisor).toList());
            }
            panel.medians(line.title(), line.color(), byClients);
        }
        return panel;
    }
}
