package org.jnvm.bench.micro;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.NativeOptions;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Mixin;

/** Write-back and fence: of a patched JDK, of a stock one, by {@code force}, in C. */
public final class PwbDriver extends JmhGroup {
    private static final String ALL = "PwbBenchmark\\.";
    private static final List<String> PATCHED = List.of(ALL + "patched");
    private static final List<String> STOCK = List.of(ALL + "(intrinsic|range|force)");

    @Mixin
    private NativeOptions natives;

    private Optional<Path> program;

    /** Makes the group. */
    public PwbDriver() {
        super("pwb", new Amount(80, 80, 3), new Amount(400, 400, 5));
    }

    @Override
    public Integer call() throws Exception {
        if (!PwbMethods.PATCHED) {
            System.out.println("pwb: this JDK is not patched: its pwb and pfence are left out");
        }
        program = natives.find("pwb");
        return super.call();
    }

    @Override
    protected void round(JmhRounds jmh, boolean isTiny, int round) throws RunnerException {
        if (program.isPresent()) {
            runC(program.get(), jmh.figures(), jmh.measuredMs(), round);
        }
        if (isTiny) {
            jmh.run(
                    List.of(ALL + (PwbMethods.PATCHED ? "patched" : "intrinsic") + "Block"),
                    Flags.OPENED,
                    List.of(),
                    round);
            return;
        }
        if (PwbMethods.PATCHED) {
            jmh.run(PATCHED, Flags.OPENED, List.of(), round);
        }
        jmh.run(STOCK, Flags.OPENED, List.of(), round);
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
