package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.figure.FigureOptions.Preset;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.MapContender;
import org.jnvm.bench.ycsb.MapContender.Family;
import org.jnvm.bench.ycsb.MapType;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.Plan;
import org.jnvm.bench.ycsb.Update;
import org.jnvm.bench.ycsb.YcsbProcess;
import org.jnvm.pdt.ProxyCaching;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Figure 5.6 of the thesis: maps of J-NVM against their counterparts in {@code java.util}, by YCSB. */
@Command(
        name = Fig56Driver.NAME,
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description =
                "Figure 5.6: YCSB on persistent maps, java.util, Chronicle Map; each in a JVM of its own, in turns.")
public final class Fig56Driver implements Callable<Integer> {
    static final String NAME = "fig5.6";

    /** The columns of the raw figures. */
    static final List<String> COLUMNS = columns();

    /** The columns that name what was measured. */
    static final List<String> KEYS = COLUMNS.subList(0, COLUMNS.indexOf("round"));

    /** What all maps are measured with. */
    static final Layout MAIN = Layout.FLAT;

    /** What else is measured. */
    private record Variant(Layout layout, Update update) {}

    private static final List<Variant> VARIANTS =
            List.of(new Variant(Layout.FIELDS, Update.PUT), new Variant(Layout.FIELDS, Update.IN_PLACE));

    private static final int JAVA_HEAP_MIB = 1024;
    /** Java heap for a byte of a record: that and what the collector needs. */
    private static final int JAVA_HEAP_FACTOR = 4;
    /** What an object for a field takes beside its bytes. */
    private static final int FIELD_OVERHEAD = 28;

    @Mixin
    private FigureOptions options;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    @Option(names = "--records", paramLabel = "N", description = "Records that are loaded (default: by preset).")
    private Long records;

    @Option(names = "--fields", paramLabel = "N", defaultValue = "10", description = "Fields of a record.")
    private int fields;

    @Option(names = "--field-bytes", paramLabel = "N", defaultValue = "100", description = "Bytes of a field.")
    private int length;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Clients; with more than one, only what is safe for that is measured.")
    private int clients;

    @Option(names = "--mixes", paramLabel = "M", split = ",", description = "Of A, B, C, F, D, in this order.")
    private List<Mix> mixes = Arrays.asList(Mix.values());

    @Option(
            names = "--only",
            paramLabel = "WORDS",
            split = ",",
            description = "Contenders whose name contains one of these, as \"hash base nvmm\".")
    private List<String> only = List.of("");

    @Option(
            names = "--heap-dir",
            paramLabel = "DIR",
            description = "Folder for heap files (default: in memory; JNVM_BENCH_DIR).")
    private Path heapFolder;

    @Option(names = "--plot-only", description = "Draws the plot again from the raw figures that are there.")
    private boolean plotOnly;

    private Figures figures;

    private static List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("mix"));
        columns.addAll(MapContender.COLUMNS);
        columns.addAll(
                List.of("round", "ops_per_s", "cpu_ns_per_op", "p50_ns", "p99_ns", "p999_ns", "max_ns", "load_s"));
        return List.copyOf(columns);
    }

    /** Made by picocli. */
    public Fig56Driver() {}

    @Override
    public Integer call() {
        if (plotOnly) {
            Fig56Plot.write(Figures.read(options.file(NAME, "csv")), extension -> options.file(NAME, extension));
            return 0;
        }
        if (heapFolder != null) {
            Folder.inside(heapFolder);
        }
        Plan plan = new Plan(
                records != null ? records : options.pick(500L, 100_000L, 3_000_000L),
                fields,
                length,
                clients,
                options.pick(5, 300, 10_000),
                options.pick(10, 400, 30_000),
                mixes);
        int all = rounds != null ? rounds : options.pick(1, 3, 5);
        figures = new Figures(environment(plan, all), COLUMNS);
        List<MapContender> contenders = new ArrayList<>(contenders());
        contenders.removeIf(contender -> !isAsked(contender) || !runs(contender, plan));
        Progress progress = new Progress(NAME, all * contenders.size());
        for (int round = 1; round <= all; round++) {
            for (MapContender contender : contenders) {
                progress.next("round " + round + " of " + all + ", " + contender.title());
                measure(contender, plan, round);
                figures.write(options.file(NAME, "csv")); // what a run that is stopped has measured is kept
            }
        }
        figures.writeJson(options.file(NAME, "json"), KEYS, "ops_per_s");
        Fig56Plot.write(figures, extension -> options.file(NAME, extension));
        System.out.println(NAME + ": written to " + options.file(NAME, "{csv,json,svg,png}"));
        return 0;
    }

    private Map<String, String> environment(Plan plan, int all) {
        List<String> flags = MapContender.of(Family.BLACKHOLE).flags(javaHeapMib(plan));
        List<String> more =
                new ArrayList<>(MapContender.of(Family.CHRONICLE_MAP).flags(javaHeapMib(plan)));
        more.removeAll(flags);
        Map<String, String> environment =
                Environment.describe(String.join(" ", flags), options.preset().name());
        environment.put("flags of Chronicle Map", String.join(" ", more));
        environment.put("rounds", Integer.toString(all));
        environment.put("records", Long.toString(plan.records()));
        environment.put("fields", plan.fields() + " of " + plan.length() + " bytes");
        environment.put("clients", Integer.toString(plan.clients()));
        environment.put("measured", plan.measuredMs() + " ms of each mix");
        return environment;
    }

    private static int javaHeapMib(Plan plan) {
        long data = plan.records() * plan.fields() * (plan.length() + FIELD_OVERHEAD);
        return Math.toIntExact(JAVA_HEAP_MIB + JAVA_HEAP_FACTOR * data / (1 << 20));
    }

    // ---- contenders ----

    private List<MapContender> contenders() {
        List<MapContender> all = new ArrayList<>();
        all.add(MapContender.of(Family.BLACKHOLE));
        for (MapType map : MapType.values()) { // what is compared, one after the other
            all.add(MapContender.javaUtil(map, MAIN, Update.PUT));
            for (ProxyCaching caching : ProxyCaching.values()) {
                for (DurabilityDomain domain : domains(map, caching)) {
                    all.add(MapContender.persistent(map, caching, domain, MAIN, Update.PUT));
                }
            }
        }
        all.add(MapContender.of(Family.CHRONICLE_MAP));
        Set<MapType> more = options.pick(Set.of(), EnumSet.of(MapType.HASH), EnumSet.allOf(MapType.class));
        for (MapType map : more) {
            for (Variant variant : VARIANTS) {
                all.add(MapContender.javaUtil(map, variant.layout(), variant.update()));
                all.add(MapContender.persistent(
                        map, ProxyCaching.BASE, DurabilityDomain.NVMM_EMULATED, variant.layout(), variant.update()));
            }
        }
        return all;
    }

    /** By default kept proxies, which write nothing, are measured in one domain. */
    private List<DurabilityDomain> domains(MapType map, ProxyCaching caching) {
        DurabilityDomain nvmm = DurabilityDomain.NVMM_EMULATED;
        DurabilityDomain pageCache = DurabilityDomain.PAGE_CACHE;
        if (options.preset() == Preset.TINY) {
            return caching == ProxyCaching.BASE ? List.of(nvmm) : map == MapType.HASH ? List.of(pageCache) : List.of();
        }
        return options.preset() == Preset.PAPER || caching == ProxyCaching.BASE
                ? List.of(nvmm, pageCache)
                : List.of(nvmm);
    }

    private boolean isAsked(MapContender contender) {
        return only.stream()
                .anyMatch(each -> Arrays.stream(each.split(" "))
                        .allMatch(word -> contender.title().contains(word)));
    }

    /** Tells whether a contender can be measured here; says why if not. */
    private static boolean runs(MapContender contender, Plan plan) {
        if (plan.clients() > 1 && !contender.isConcurrent()) {
            System.out.println("skipped: " + contender.title() + ", as it is not safe for several threads");
            return false;
        }
        if (contender.family() == Family.CHRONICLE_MAP) {
            try {
                run(contender, new Plan(10, plan.fields(), plan.length(), 1, 0, 1, List.of(Mix.A)));
            } catch (IllegalStateException e) {
                System.out.println("skipped: Chronicle Map, as it does not work on this JDK, see above");
                return false;
            }
        }
        return true;
    }

    // ---- processes ----

    private static List<String> run(MapContender contender, Plan plan) {
        List<String> arguments = new ArrayList<>(plan.words());
        arguments.addAll(contender.arguments());
        try (Folder folder = new Folder()) {
            List<String> flags = new ArrayList<>(contender.flags(javaHeapMib(plan)));
            flags.add(folder.flag());
            try (Child child = Child.java(flags, YcsbProcess.class, arguments)) {
                return child.lines();
            }
        }
    }

    private void measure(MapContender contender, Plan plan, int round) {
        double loadSeconds = 0;
        for (String line : run(contender, plan)) {
            String[] words = line.split(" ");
            if (words[0].equals("LOAD")) {
                loadSeconds = Double.parseDouble(words[1]);
            } else if (words[0].equals("RESULT")) {
                List<Object> row = new ArrayList<>();
                row.add(words[1]);
                row.addAll(contender.words());
                row.add(round);
                row.add(Double.parseDouble(words[2]));
                row.add(Double.parseDouble(words[3]));
                row.addAll(Arrays.asList(words).subList(4, words.length));
                row.add(loadSeconds);
                figures.add(row.toArray());
            }
        }
    }
}
