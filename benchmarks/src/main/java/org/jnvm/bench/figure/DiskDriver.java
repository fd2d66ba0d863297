package org.jnvm.bench.figure;

import java.awt.Color;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.plot.LinePanel;
import org.jnvm.bench.plot.Plot;
import org.jnvm.bench.ycsb.Durability;
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
        description = "YCSB-A and B on an ordinary disk: domain DISK, and embedded stores that sync, by clients.")
public final class DiskDriver implements Callable<Integer> {
    static final String NAME = "disk";

    /** What is measured, and its line; who does not sync is there to be compared with ASYNC. */
    private static final Map<RivalContender, Color> LINES = new LinkedHashMap<>();

    static {
        LINES.put(new RivalContender(Rival.J_NVM, Durability.PROCESS), new Color(0x9E, 0x9E, 0x9E));
        LINES.put(new RivalContender(Rival.J_NVM, Durability.INTERVAL), new Color(0x4C, 0x8E, 0xC8));
        LINES.put(new RivalContender(Rival.J_NVM, Durability.DISK), new Color(0x0B, 0x3C, 0x6F));
        LINES.put(new RivalContender(Rival.LMDB, Durability.DISK), new Color(0xC0, 0x4A, 0x3A));
        LINES.put(new RivalContender(Rival.ROCKSDB, Durability.DISK), new Color(0x4D, 0xAF, 0x7C));
        LINES.put(new RivalContender(Rival.MV_STORE, Durability.DISK), new Color(0xD4, 0x7F, 0xB4));
        LINES.put(new RivalContender(Rival.MAP_DB, Durability.DISK), new Color(0xB8, 0xB0, 0x30));
        LINES.put(new RivalContender(Rival.ECLIPSE_STORE, Durability.PROCESS), new Color(0x8C, 0x6D, 0x46));
        LINES.put(new RivalContender(Rival.CHRONICLE_MAP, Durability.PROCESS), new Color(0xE0, 0x8A, 0x1E));
    }

    private static final List<Mix> MIXES = List.of(Mix.A, Mix.B);
    private static final List<String> KEYS = List.of("store", "survives", "clients", "mix", "round");
    private static final int FIELDS = 10;
    private static final int FIELD_BYTES = 100;
    private static final int JAVA_HEAP_MIB = 1024;

    /** How much is measured. */
    private record Amount(long records, List<Integer> clients, int warmUpMs, int measuredMs, int rounds) {}

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
                String.join(" ", LINES.keySet().iterator().next().flags(JAVA_HEAP_MIB)),
                options.preset().name());
        environment.put("rounds", Integer.toString(all));
        environment.put("records", Long.toString(amount.records()));
        environment.put("fields", FIELDS + " of " + FIELD_BYTES + " bytes");
        environment.put("measured", amount.measuredMs() + " ms of each mix");
        Figures figures = new Figures(environment, columns);
        if (options.resumes()) {
            figures.takeOver(options.file(NAME, "csv"), row -> true);
        }
        Progress progress = new Progress(NAME, all * amount.clients().size() * LINES.size());
        for (int round = 1; round <= all; round++) {
            for (int clients : amount.clients()) {
                for (RivalContender contender : LINES.keySet()) {
                    progress.next(
                            "round " + round + " of " + all + ", " + contender.title() + ", " + clients + " client(s)");
                    if (!isDone(figures, contender, clients, round)) {
                        measure(figures, contender, clients, round, amount);
                        options.write(NAME, figures); // what a run that is stopped has measured is kept
                    }
                }
            }
        }
        draw(figures);
        System.out.println(NAME + ": written to " + options.file(NAME, "{csv,json,svg,png}"));
        return 0;
    }

    private static List<String> key(RivalContender contender, int clients, Mix mix, int round) {
        List<String> key = new ArrayList<>(contender.words());
        key.addAll(List.of("" + clients, mix.name(), "" + round));
        return key;
    }

    private static boolean isDone(Figures figures, RivalContender contender, int clients, int round) {
        return MIXES.stream()
                .allMatch(mix -> figures.rows().stream()
                        .anyMatch(row ->
                                KEYS.stream().map(row::get).toList().equals(key(contender, clients, mix, round))));
    }

    private void measure(Figures figures, RivalContender contender, int clients, int round, Amount amount) {
        Plan plan =
                new Plan(amount.records(), FIELDS, FIELD_BYTES, clients, amount.warmUpMs(), amount.measuredMs(), MIXES);
        List<String> lines;
        try {
            lines = YcsbFigure.run(contender, plan, JAVA_HEAP_MIB, Folder.parent(), List.of());
        } catch (IllegalStateException e) {
            System.out.println("skipped: " + contender.title() + ", as it does not work here: " + e.getMessage());
            return;
        }
        MixRows.read(lines, mix -> key(contender, clients, mix, round)).forEach(row -> figures.add(row.toArray()));
    }

    // ---- plot ----

    private void draw(Figures measured) {
        UnaryOperator<String> of = key -> measured.environment().getOrDefault(key, "?");
        List<LinePanel> panels = new ArrayList<>();
        for (Mix mix : MIXES) {
            panels.add(panel(measured, mix, "throughput", "thousand operations/s", "ops_per_s", 1e3, LINES.keySet()));
        }
        Set<RivalContender> writers = new LinkedHashSet<>(LINES.keySet());
        writers.removeIf(
                contender -> contender.durability() == Durability.PROCESS); // the kernel writes for them, some time
        panels.add(panel(
                measured, Mix.A, "written by the device", "bytes for an operation", "written_per_op", 1, writers));
        Plot plot = new Plot(
                panels,
                List.of(
                        "YCSB on an ordinary disk: " + of.apply("records") + " records, " + of.apply("fields")
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

    private static LinePanel panel(
            Figures measured,
            Mix mix,
            String what,
            String unit,
            String column,
            double divisor,
            Set<RivalContender> drawn) {
        LinePanel panel = new LinePanel("YCSB-" + mix + ", " + what, "clients", unit, true);
        for (RivalContender contender : drawn) {
            Map<Double, List<Double>> byClients = new LinkedHashMap<>();
            for (String clients : measured.distinct("clients")) {
                List<Double> values = measured.numbers(
                        column,
                        row -> List.of(row.get("store"), row.get("survives")).equals(contender.words())
                                && row.get("clients").equals(clients)
                                && row.get("mix").equals(mix.name()));
                byClients.put(
                        Double.valueOf(clients),
                        values.stream().map(value -> value / divisor).toList());
            }
            panel.medians(contender.title(), LINES.get(contender), byClients);
        }
        return panel;
    }
}
