package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Llpl;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.Plan;
import org.jnvm.bench.ycsb.Rival;
import org.jnvm.bench.ycsb.RivalContender;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** YCSB on J-NVM's concurrent map and on embedded stores that do the same. */
@Command(
        name = RivalsDriver.NAME,
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "YCSB on a map of J-NVM, LLPL, Chronicle Map, LMDB, RocksDB, EclipseStore, MVStore, MapDB.")
public final class RivalsDriver extends YcsbFigure<RivalContender> {
    static final String NAME = "rivals";

    @Option(
            names = "--survives",
            paramLabel = "D",
            split = ",",
            description =
                    "What is measured of each store: none, process, nvmm, interval, disk (default: all but disk, and disk of"
                            + " stores that survive in no other way; disk makes sense with a --heap-dir on one).")
    private List<Durability> wanted;

    /** Made by picocli. */
    public RivalsDriver() {
        super(NAME, RivalContender.COLUMNS);
    }

    @Override
    Amount amount() {
        return options()
                .pick(
                        new Amount(500, 5, 10, 1),
                        new Amount(100_000, 300, 400, 3),
                        new Amount(3_000_000, 10_000, 30_000, 5));
    }

    @Override
    List<RivalContender> contenders() {
        List<RivalContender> all = new ArrayList<>();
        for (Rival rival : Rival.values()) {
            for (Durability durability : rival.durabilities()) {
                if (wanted == null ? isUsual(rival, durability) : wanted.contains(durability)) {
                    all.add(new RivalContender(rival, durability));
                }
            }
        }
        return all;
    }

    private static boolean isUsual(Rival rival, Durability durability) {
        return durability != Durability.DISK || !rival.durabilities().contains(Durability.PROCESS);
    }

    @Override
    void describe(Map<String, String> environment, int javaHeapMib) {
        List<String> common = new RivalContender(Rival.JAVA_UTIL, Durability.NONE).flags(javaHeapMib);
        for (RivalContender contender : contenders()) {
            List<String> more = new ArrayList<>(contender.flags(javaHeapMib));
            more.removeAll(common);
            if (!more.isEmpty()) {
                environment.put("flags of " + contender.rival(), String.join(" ", more));
            }
        }
    }

    @Override
    boolean runs(RivalContender contender, Plan plan) {
        if (contender.rival() == Rival.LLPL && !Llpl.isThere()) {
            System.out.println("skipped: " + contender.title() + ", as it is not there");
            return false;
        }
        if (contender.rival() == Rival.J_NVM || contender.rival() == Rival.JAVA_UTIL) {
            return true;
        }
        try {
            run(contender, new Plan(10, plan.fields(), plan.length(), 1, 0, 1, List.of(Mix.A)));
            return true;
        } catch (IllegalStateException e) {
            System.out.println("skipped: " + contender.title() + ", as it does not work on this JDK, see above");
            return false;
        }
    }

    @Override
    void draw(Figures measured, Function<String, Path> file) {
        RivalsPlot.write(measured, file);
    }
}
