package org.jnvm.bench.collect;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.Collector;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.harness.Space;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the collector costs, and opening after SIGKILL with it and without, in a new JVM each time. */
public final class CollectorDriver implements Callable<Integer> {
    private static final int JAVA_HEAP_MIB = 1024;
    /** Bytes of an object and what refers to it, with room to spare. */
    private static final int OBJECT_BYTES = 48;

    private static final long LEAST_BYTES = 1L << 29;

    @Mixin
    private RunOptions options;

    @Option(names = "--objects", paramLabel = "N", split = ",", description = "Sizes of heaps (default: by preset).")
    private List<Long> sizes;

    @Option(names = "--jvm-flag", paramLabel = "F", description = "A flag for the measured JVMs.")
    private List<String> jvmFlags = List.of();

    private Figures phases;
    private Figures openings;

    @Override
    public Integer call() {
        List<String> flags = new ArrayList<>(Flags.OPENED.jvm(JAVA_HEAP_MIB));
        flags.addAll(jvmFlags);
        phases = new Figures(
                options.environment(String.join(" ", flags)),
                "objects collector turn phase ops_per_s p50_ns p99_ns p999_ns max_ns collections freed");
        openings = new Figures(
                options.environment(String.join(" ", flags)),
                "objects collector turn open_ms look_up_ms recovery_ms live_objects");
        if (sizes == null) {
            sizes = options.pick(List.of(20_000L), List.of(1_000_000L, 30_000_000L), List.of(1_000_000L, 30_000_000L));
        }
        for (long objects : sizes) {
            for (int turn = 1; turn <= options.pick(1, 2, 5); turn++) {
                for (Collector collector : List.of(Collector.OFF, Collector.ON_DEMAND)) {
                    measure(objects, collector, turn, flags);
                }
            }
        }
        options.write("collector", phases);
        options.write("collector-open", openings);
        return 0;
    }

    private void measure(long objects, Collector collector, int turn, List<String> flags) {
        long bytes = objects * OBJECT_BYTES + LEAST_BYTES;
        if (!Space.has(bytes, bytes, "collector with " + objects + " objects")) {
            return;
        }
        System.out.println("collector: " + collector + ", " + objects + " objects, turn " + turn + " ...");
        try (Folder folder = new Folder()) {
            Path file = folder.file("collected.heap");
            long nanos = options.pick(200_000_000L, 8_000_000_000L, 20_000_000_000L);
            List<String> arguments = List.of(file.toString(), "" + bytes, "" + objects, collector.name(), "" + nanos);
            try (Child child = Child.java(flags, CollectorProcess.class, arguments)) {
                for (String line = child.line(); !line.equals("FILLED"); line = child.line()) {
                    addPhase(objects, collector, turn, line.split(" "));
                }
                child.kill();
            }
            for (Collector opened : List.of(Collector.OFF, Collector.ON_DEMAND)) {
                if (collector != Collector.OFF) {
                    addOpening(objects, opened, turn, file, flags);
                }
            }
        }
    }

    private void addPhase(long objects, Collector collector, int turn, String[] words) {
        double opsPerS = Long.parseLong(words[2]) * 1e9 / Long.parseLong(words[3]);
        phases.add(
                objects, collector, turn, words[1], opsPerS, words[4], words[5], words[6], words[7], words[8],
                words[9]);
    }

    private void addOpening(long objects, Collector collector, int turn, Path file, List<String> flags) {
        List<String> arguments = List.of(file.toString(), collector.name());
        try (Child child = Child.java(flags, RecoveredProcess.class, arguments)) {
            String[] words = child.line().split(" ");
            child.kill();
            openings.add(
                    objects,
                    collector,
                    turn,
                    Long.parseLong(words[1]) / 1e6,
                    Long.parseLong(words[2]) / 1e6,
                    Long.parseLong(words[3]) / 1e6,
                    words[4]);
        }
    }
}
