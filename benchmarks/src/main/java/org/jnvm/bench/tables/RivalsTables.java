package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;

/** What is wanted of the command {@code rivals}: YCSB on a map of J-NVM and on embedded stores. */
final class RivalsTables {
    static final String GROUP = "rivals";
    static final String HEADING = "Embedded stores";

    private static final String NVMM = "NVMM";
    private static final String PROCESS = "PROCESS";

    /** Another store, what it makes an acknowledged operation survive, and how much faster a map is to be. */
    private record Rival(String store, String title, String survives, double wanted) {}

    private static final List<Rival> RIVALS = List.of(
            new Rival("LLPL", "LLPL", NVMM, 1.5),
            new Rival("CHRONICLE_MAP", "Chronicle Map", PROCESS, 1.2),
            new Rival("LMDB", "LMDB", PROCESS, 4),
            new Rival("ROCKSDB", "RocksDB", PROCESS, 8),
            new Rival("MV_STORE", "MVStore", PROCESS, 50));

    private RivalsTables() {}

    /** Adds what is wanted of the concurrent map, at equal durability. */
    static void targets(Targets targets) {
        for (Rival rival : RIVALS) {
            targets.least(
                    "YCSB-A, `PConcurrentHashMap` against " + rival.title() + ", both survive a crash "
                            + (rival.survives().equals(NVMM) ? "on NVMM" : "of the process"),
                    rival.wanted(),
                    "x",
                    figures -> ratios(figures, rival));
        }
    }

    private static List<Double> ratios(Figures figures, Rival rival) {
        List<Double> ratios = new ArrayList<>();
        for (String round : figures.distinct("round")) {
            List<Double> above = figures.numbers("ops_per_s", row("J_NVM", rival.survives(), round));
            List<Double> below = figures.numbers("ops_per_s", row(rival.store(), rival.survives(), round));
            if (!above.isEmpty() && !below.isEmpty()) {
                ratios.add(above.get(0) / below.get(0));
            }
        }
        return ratios;
    }

    private static Predicate<Map<String, String>> row(String store, String survives, String round) {
        return row -> row.get("mix").equals("A")
                && row.get("store").equals(store)
                && row.get("survives").equals(survives)
                && row.get("round").equals(round);
    }
}
