package org.jnvm.bench.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.ycsb.MapContender.Family;
import picocli.CommandLine.Mixin;

/**
 * The harness itself: stores with a known fault go the way of all stores, and must be seen for what they are. Figures are
 * worth nothing where this fails.
 */
public final class SelfCheckDriver implements Callable<Integer> {
    private static final int RECORDS = 1000;
    private static final int FIELDS = 10;
    private static final int FIELD_BYTES = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    @Mixin
    private RunOptions options;

    private Figures figures;

    @Override
    public Integer call() throws Exception {
        figures = new Figures(
                options.environment(Flags.OPENED.toString()), "store expected repetition ops_per_s as_expected");
        MapContender plain = MapContender.javaUtil(MapType.HASH, Layout.FLAT, Update.PUT);
        double mostOfSlowed = NANOS_PER_SECOND / MapContender.SLOWED_NANOS;
        double slowed = throughput(MapContender.of(Family.SLOWED));
        double usual = throughput(plain);
        double nothing = throughput(MapContender.of(Family.BLACKHOLE));
        row("slowed", slowed, "no more than its delay lets through", slowed < mostOfSlowed);
        row("HashMap", usual, "faster than the slowed one", usual > slowed);
        row("blackhole", nothing, "faster than a store that stores", nothing > usual);
        row(
                "losing",
                0.0,
                "found: field is not as it was written last",
                isCaught(Family.LOSING, Mix.A, "written last"));
        row("garbling", 0.0, "found: field has bytes of no version", isCaught(Family.GARBLING, Mix.C, "no version"));
        options.write("selfcheck", figures);
        List<String> wrong = new ArrayList<>();
        figures.rows().stream()
                .filter(row -> !row.get("as_expected").equals("1"))
                .forEach(row -> wrong.add(row.get("store") + ", expected: " + row.get("expected")));
        wrong.forEach(each -> System.err.println("selfcheck: the harness is wrong on " + each));
        return wrong.isEmpty() ? 0 : 1;
    }

    private void row(String store, double rate, String expected, boolean asExpected) {
        System.out.println("selfcheck: " + store + ": " + expected + ": " + (asExpected ? "yes" : "NO"));
        figures.add(store, expected, 1, rate, asExpected ? 1 : 0);
    }

    private Plan plan(Mix mix) {
        int warmUpMs = options.pick(30, 500, 500);
        return new Plan(RECORDS, FIELDS, FIELD_BYTES, 1, warmUpMs, options.pick(100, 500, 500), List.of(mix));
    }

    private double throughput(MapContender contender) throws Exception {
        return YcsbProcess.run(plan(Mix.B), contender).stream()
                .filter(line -> line.startsWith("RESULT "))
                .mapToDouble(line -> Double.parseDouble(line.split(" ")[2]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no figure of " + contender.title()));
    }

    /** Tells whether the check of what is read ends the run with an error that says so. */
    private boolean isCaught(Family family, Mix mix, String message) {
        try {
            YcsbProcess.run(plan(mix), MapContender.of(family));
            return false;
        } catch (Exception e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof WrongDataException && cause.getMessage().contains(message)) {
                    return true;
                }
            }
            throw new IllegalStateException("run failed, but not by the check of data: store=" + family, e);
        }
    }
}
