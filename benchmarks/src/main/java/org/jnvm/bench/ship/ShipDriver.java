package org.jnvm.bench.ship;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The states of many sensors merged into one heap, against serialization and rebuilding (Puddles, §5.3); large imports. */
public final class ShipDriver implements Callable<Integer> {
    private static final int JAVA_HEAP_MIB = 1536;
    /** Serialization recurses along the links. */
    private static final String STACK = "-Xss64m";

    /** Of one sensor, in all rounds that do not count. */
    private static final int WARM_UP_VARIABLES = 5000;

    private static final Flags FLAGS = Flags.OPENED;

    @Mixin
    private RunOptions options;

    @Option(names = "--sensors", paramLabel = "N", description = "Copies (default: by preset).")
    private Integer sensors;

    @Option(names = "--objects", paramLabel = "N", description = "Objects of the large part (default: by preset).")
    private Integer objects;

    private Figures figures;

    @Override
    public Integer call() {
        List<String> flags = new ArrayList<>(FLAGS.jvm(JAVA_HEAP_MIB));
        flags.add(STACK);
        figures = new Figures(
                options.environment(String.join(" ", flags)),
                "what sensors variables repetition seconds objects bytes");
        int copies = sensors != null ? sensors : options.pick(5, 200, 200);
        int repetitions = options.pick(1, 5, 10);
        List<Integer> sizes = options.preset() == Preset.TINY ? List.of(100) : List.of(100, 200, 400, 800, 1600);
        for (int variables : sizes) {
            System.out.println("ship: " + copies + " states of " + variables + " variables ...");
            run(
                    flags,
                    copies,
                    variables,
                    List.of("merge", "" + copies, "" + variables, "" + warmUps(variables), "" + repetitions));
        }
        int large = objects != null ? objects : options.pick(5_000, 1_000_000, 1_000_000);
        System.out.println("ship: a part of " + large + " objects ...");
        run(flags, 1, large, List.of("large", "" + large, "" + repetitions));
        return 0;
    }

    /** Returns how many rounds come before those that count: until the compiler has done what it will. */
    private int warmUps(int variables) {
        return options.preset() == Preset.TINY ? 1 : Math.max(5, WARM_UP_VARIABLES / variables);
    }

    private void run(List<String> flags, int copies, int variables, List<String> arguments) {
        try (Folder folder = new Folder()) {
            List<String> all = new ArrayList<>(List.of(folder.file("").toString()));
            all.addAll(arguments);
            try (Child child = Child.java(flags, ShipProcess.class, all)) {
                for (String line = child.line(); !line.equals(ShipProcess.END); line = child.line()) {
                    String[] words = line.split(" ");
                    figures.add(
                            words[0].toLowerCase(Locale.ROOT),
                            copies,
                            variables,
                            words[1],
                            Double.parseDouble(words[2]),
                            words[3],
                            words[4]);
                }
                child.requireSuccess();
            }
        }
        options.write("ship", figures);
    }
}
