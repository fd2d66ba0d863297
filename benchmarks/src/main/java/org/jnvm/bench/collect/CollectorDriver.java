package org.jnvm.bench.collect;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jnvm.Collector;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.ClassArchive;
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
    private static final long WINDOW_NANOS = 60_000_000;

    @Mixin
    private RunOptions options;

    @Option(names = "--objects", paramLabel = "N", split = ",", description = "Sizes of heaps (default: by preset).")
    private List<Long> sizes;

    @Option(names = "--turns", paramLabel = "N", description = "JVMs of each kind (default: by preset).")
    private int turns;

    @Option(names = "--jvm-flag", paramLabel = "F", description = "A flag for the measured JVMs.")
    private List<String> jvmFlags = List.of();

    private Figures pairs;
    private Figures openings;

    @Override
    public Integer call() {
        List<String> flags = new ArrayList<>(Flags.OPENED.jvm(JAVA_HEAP_MIB));
        flags.addAll(jvmFlags);
        pairs = new Figures(
                options.environment(String.join(" ", flags)),
                "objects turn phase pair base_ops_per_s ops_per_s ratio base_longest_ns base_own_ns longest_ns own_ns freed");
        openings = new Figures(
                options.environment(String.join(" ", flags)),
                "objects collector archive turn open_ms look_up_ms recovery_ms live_objects");
        if (sizes == null) {
            sizes = options.pick(List.of(20_000L), List.of(1_000_000L, 30_000_000L), List.of(1_000_000L, 30_000_000L));
        }
        for (long objects : sizes) {
            for (int turn = 1; turn <= (turns > 0 ? turns : options.pick(1, 2, 5)); turn++) {
                measure(objects, turn, flags);
            }
        }
        options.write("collector", pairs);
        options.write("collector-open", openings);
        return 0;
    }

    private void measure(long objects, int turn, List<String> flags) {
        long bytes = objects * OBJECT_BYTES + LEAST_BYTES;
        if (!Space.has(2 * bytes, 2 * bytes, "collector with " + objects + " objects")) {
            return;
        }
        System.out.println("collector: " + objects + " objects, turn " + turn + " ...");
        try (Folder folder = new Folder()) {
            Path file = folder.file("collected.heap");
            List<String> arguments = List.of(
                    folder.file("plain.heap").toString(),
                    file.toString(),
                    "" + bytes,
                    "" + objects,
                    "" + WINDOW_NANOS,
                    "" + options.pick(4, 60, 200),
                    "" + options.pick(1, 10, 30));
            try (Child child = Child.java(flags, CollectorProcess.class, arguments)) {
                int pair = 0;
                for (String line = child.line(); !line.equals("FILLED"); line = child.line()) {
                    if (line.startsWith("PAIR")) {
                        addPair(objects, turn, pair++, line.split(" "));
                    } else {
                        System.out.println("collector: a processor to itself: " + line.split(" ")[1]);
                    }
                }
                child.kill();
            }
            open(objects, turn, folder, file);
        }
    }

    private void open(long objects, int turn, Folder folder, Path file) {
        List<String> usual = new ArrayList<>(Flags.NONE.jvm(JAVA_HEAP_MIB)); // see ClassArchive
        usual.addAll(jvmFlags);
        Optional<List<String>> archived = ClassArchive.made(
                folder.file("classes.jsa"),
                usual,
                RecoveredProcess.class,
                opening(file, Collector.ON_DEMAND, RecoveredProcess.EXIT));
        for (Collector opened : List.of(Collector.OFF, Collector.ON_DEMAND)) {
            addOpening(objects, opened, false, turn, file, usual);
            archived.ifPresent(flags -> addOpening(objects, opened, true, turn, file, flags));
        }
    }

    private void addPair(long objects, int turn, int pair, String[] words) {
        double base = Long.parseLong(words[2]) * 1e9 / Long.parseLong(words[3]);
        double opsPerS = Long.parseLong(words[6]) * 1e9 / Long.parseLong(words[7]);
        pairs.add(
                objects,
                turn,
                words[1],
                pair,
                base,
                opsPerS,
                opsPerS / base,
                words[4],
                words[5],
                words[8],
                words[9],
                words[10]);
    }

    private void addOpening(
            long objects, Collector collector, boolean archive, int turn, Path file, List<String> flags) {
        try (Child child = ClassArchive.start(flags, RecoveredProcess.class, opening(file, collector))) {
            String[] words = child.line().split(" ");
            child.kill();
            openings.add(
                    objects,
                    collector,
                    archive,
                    turn,
                    Long.parseLong(words[1]) / 1e6,
                    Long.parseLong(words[2]) / 1e6,
                    Long.parseLong(words[3]) / 1e6,
                    words[4]);
        }
    }

    private static List<String> opening(Path file, Collector collector, String... more) {
        List<String> arguments = new ArrayList<>(List.of(file.toString(), collector.name()));
        arguments.addAll(List.of(more));
        return arguments;
    }
}
