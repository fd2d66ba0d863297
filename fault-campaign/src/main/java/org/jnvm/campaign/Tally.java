package org.jnvm.campaign;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jnvm.campaign.work.WorkName;

/** What many lives add up to. */
final class Tally {
    private final long start = System.nanoTime();
    private final Map<LifeRun.Phase, Integer> phases = new EnumMap<>(LifeRun.Phase.class);
    private final Map<WorkName, Integer> works = new EnumMap<>(WorkName.class);
    private int kills;
    private int lives;
    private int failures;
    private long operations;

    /** Adds a life. */
    void add(Life life, LifeRun run, boolean failed) {
        int now = run.kills().values().stream().mapToInt(Integer::intValue).sum();
        kills += now;
        lives++;
        failures += failed ? 1 : 0;
        operations += run.operations();
        run.kills().forEach((phase, count) -> phases.merge(phase, count, Integer::sum));
        works.merge(life.work(), now, Integer::sum);
    }

    int kills() {
        return kills;
    }

    int failures() {
        return failures;
    }

    private double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }

    /** Returns how far it is, in a line. */
    String progress(int wanted) {
        return String.format(
                Locale.ROOT,
                "%d of %d kills, %d lives, %.2f s a kill, failures=%d",
                kills,
                wanted,
                lives,
                seconds() / Math.max(1, kills),
                failures);
    }

    /** Returns the row of the log of runs. */
    String row(String what, long seed, int firstLife, String further) {
        return RunLog.row(
                what,
                "seed " + seed + ", lives " + firstLife + " to " + (firstLife + lives - 1),
                String.format(
                        Locale.ROOT,
                        "%,d kills: %s; %s; %,d operations acknowledged%s; %.2f s a kill",
                        kills,
                        text(phases),
                        text(works),
                        operations,
                        further,
                        seconds() / Math.max(1, kills)),
                failures == 0 ? "nothing lost" : failures + " FAILED");
    }

    private static String text(Map<? extends Enum<?>, Integer> counts) {
        return counts.entrySet().stream()
                .map(e -> e.getKey().name().toLowerCase(Locale.ROOT) + ' ' + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
