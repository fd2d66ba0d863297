package org.jnvm.bench.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.bench.harness.Llpl;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.Plan;
import org.jnvm.bench.ycsb.Rival;
import org.jnvm.bench.ycsb.RivalContender;
import picocli.CommandLine.Option;

/** YCSB on maps of J-NVM and on embedded stores that do the same. */
public final class RivalsDriver extends YcsbFigure<RivalContender> {
    @Option(
            names = "--survives",
            paramLabel = "D",
            split = ",",
            description =
                    "What is measured of each store: none, process, nvmm, interval, disk (default: all but disk, and disk of"
                            + " stores that survive in no other way; disk makes sense with a --heap-dir on one).")
    private List<Durability> wanted;

    private final Set<Rival> rivals;
    private final Rival yardstick;

    private final List<Mix> usualMixes;

    private RivalsDriver(String name, Set<Rival> rivals, Rival yardstick, List<Mix> usualMixes) {
        super(name, RivalContender.COLUMNS);
        this.rivals = rivals;
        this.yardstick = yardstick;
        this.usualMixes = usualMixes;
    }

    /** Makes the group of maps that need not be sorted. */
    public static RivalsDriver hashed() {
        return new RivalsDriver("rivals", Rival.HASHED, Rival.JAVA_UTIL, Mix.ALL_BUT_SCANS);
    }

    /** Makes the group of sorted maps. */
    public static RivalsDriver sorted() {
        return new RivalsDriver("sorted", Rival.SORTED, Rival.TREE_MAP, List.of(Mix.A, Mix.C, Mix.E));
    }

    @Override
    List<Mix> usualMixes() {
        return usualMixes;
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
        for (Rival rival : rivals) {
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
        List<String> common = new RivalContender(yardstick, Durability.NONE).flags(javaHeapMib);
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
        return !contender.rival().isOther() || works(contender, plan);
    }
}
