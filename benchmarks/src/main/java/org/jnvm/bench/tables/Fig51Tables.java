package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;
import org.jnvm.bench.ycsb.CacheBackend;
import org.jnvm.bench.ycsb.CacheContender;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.MixFigures;

/** Tables of the command {@code fig5.1}. */
final class Fig51Tables {
    static final String GROUP = "fig5.1";
    static final String HEADING = "Figure 5.1: Infinispan";
    private static final double WANTED = 10;

    private Fig51Tables() {}

    /** Two stores that are compared. */
    private record Pair(CacheContender contender, CacheContender base) {}

    private static MixFigures figures(Figures raw) {
        return new MixFigures(raw, CacheContender.COLUMNS);
    }

    static String make(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        runs.byJdk().forEach((jdk, raw) -> {
            MixFigures figures = figures(raw);
            List<CacheContender> all =
                    figures.contenders().stream().map(CacheContender::of).toList();
            out.append("\nJDK ").append(jdk).append(", thousand operations per second:\n\n");
            out.append(MixTables.make(
                    "store; what a crash may cost",
                    figures.mixes(),
                    all,
                    (mix, contender) -> MixTables.throughput(figures, mix, contender),
                    contender -> name(contender) + "; " + crash(contender)));
            out.append("\nJDK ")
                    .append(jdk)
                    .append(", throughput against another store's in the same round, median:\n\n");
            out.append(MixTables.make(
                    "stores",
                    figures.mixes(),
                    pairs(all),
                    (mix, pair) -> MixTables.ratio(figures, mix, pair.contender(), pair.base()),
                    pair -> name(pair.contender()) + " against " + name(pair.base())));
            out.append("\nJDK ").append(jdk).append(", latency in µs, 50th; 99th percentile, medians of rounds:\n\n");
            out.append(MixTables.make(
                    "store",
                    figures.mixes(),
                    all,
                    (mix, contender) -> MixTables.latencies(figures, mix, contender),
                    Fig51Tables::name));
        });
        return out.toString();
    }

    private static String name(CacheContender contender) {
        return contender.backend().title()
                + (contender.domain() == null ? "" : ", `" + contender.domain() + "`")
                + (contender.layout() == Layout.FLAT ? ", one array" : "");
    }

    private static String crash(CacheContender contender) {
        if (contender.backend() == CacheBackend.VOLATILE) {
            return "everything, of the process";
        }
        return contender.domain() == null || contender.domain() == DurabilityDomain.PAGE_CACHE
                ? "of the process nothing, of the machine what was written last"
                : "nothing, on persistent memory";
    }

    /**
     * Each form of ours against each store of Infinispan and against none, and none, the ceiling, against each store; where
     * all is alike but for that.
     */
    private static List<Pair> pairs(List<CacheContender> all) {
        List<Pair> pairs = new ArrayList<>();
        for (CacheContender ours : all) {
            for (CacheContender base : all) {
                boolean ceiling = ours.backend() == CacheBackend.VOLATILE;
                boolean compared =
                        (ceiling || ours.backend().isJnvm()) && !base.backend().isJnvm();
                if (compared && !base.equals(ours) && ours.layout() == base.layout()) {
                    pairs.add(new Pair(ours, base));
                }
            }
        }
        return pairs;
    }

    /** Adds what is wanted of persistent objects against the faster of the two file stores. */
    static void targets(Targets targets) {
        for (Mix mix : Mix.values()) {
            targets.least(
                    "YCSB-" + mix + " on Infinispan, persistent objects against its faster file store",
                    WANTED,
                    "x",
                    raw -> ratios(figures(raw), mix));
        }
    }

    /** Returns the ratios to the store against which they are the least. */
    private static List<Double> ratios(MixFigures figures, Mix mix) {
        CacheContender objects = CacheContender.of(CacheBackend.J_NVM_OBJECTS, Layout.FIELDS);
        return Stream.of(CacheBackend.SINGLE_FILE, CacheBackend.SOFT_INDEX_FILE)
                .map(backend -> figures.ratios(mix, objects, CacheContender.of(backend, Layout.FIELDS)))
                .filter(ratios -> !ratios.isEmpty())
                .min(Comparator.comparing(Stats::median))
                .orElse(List.of());
    }
}
