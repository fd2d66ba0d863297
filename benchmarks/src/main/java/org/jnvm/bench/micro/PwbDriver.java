package org.jnvm.bench.micro;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.NativeOptions;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Write-back and fence: of a patched JDK, of a stock one, by {@code force}, in C. */
@Command(
        name = "pwb",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Write-back and fence of the JDK's methods, of force, and in C.")
public final class PwbDriver implements Callable<Integer> {
    private static final String ALL = "PwbBenchmark\\.";
    private static final List<String> PATCHED = List.of(ALL + "patched");
    private static final List<String> STOCK = List.of(ALL + "(intrinsic|range|force)");

    @Mixin
    private RunOptions options;

    @Mixin
    private NativeOptions natives;

    /** Made by picocli. */
    public PwbDriver() {}

    @Override
    public Integer call() throws Exception {
        Figures figures = new Figures(
                Environment.describe(JmhRounds.flags(), options.preset().name()), JmhRounds.COLUMNS);
        int measuredMs = options.pick(10, 80, 400);
        JmhRounds jmh = new JmhRounds(figures, options.pick(10, 80, 400), measuredMs);
        if (!PwbMethods.PATCHED) {
            System.out.println("pwb: this JDK is not patched: its pwb and pfence are left out");
        }
        Optional<Path> program = natives.find("pwb");
        int rounds = options.pick(1, 3, 5);
        Progress progress = new Progress("pwb", rounds);
        for (int round = 1; round <= rounds; round++) {
            progress.next("round " + round);
            if (program.isPresent()) {
                runC(program.get(), figures, measuredMs, round);
            }
            if (options.preset() == Preset.TINY) {
                JmhRounds.besideOthers();
                String one = PwbMethods.PATCHED ? "patched" : "intrinsic";
                jmh.run(List.of(ALL + one + "Block"), Flags.OPENED, List.of(), round);
                continue;
            }
            if (PwbMethods.PATCHED) {
                jmh.run(PATCHED, Flags.OPENED, List.of(), round);
            }
            jmh.run(STOCK, Flags.OPENED, List.of(), round);
        }
        options.write("pwb", figures);
        return 0;
    }

    private static void runC(Path program, Figures figures, int measuredMs, int round) {
        try (Folder folder = new Folder()) {
            List<String> lines;
            try (Child child =
                    Child.program(program, List.of(folder.file("raw").toString(), String.valueOf(measuredMs)))) {
                lines = child.lines();
            }
            for (String line : lines) { // name, median, fastest
                String[] words = line.split(" ");
                figures.add(
                        words[0],
                        "",
                        Flags.OPENED,
                        round,
                        Double.parseDouble(words[1]),
                        Double.parseDouble(words[2]),
                        0.0);
            }
        }
    }
}
