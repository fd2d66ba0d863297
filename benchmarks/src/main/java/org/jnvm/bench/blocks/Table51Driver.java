package org.jnvm.bench.blocks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.NativeOptions;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Table 5.1 of the thesis: each contender does all patterns in a process of its own; contenders take turns. */
public final class Table51Driver implements Callable<Integer> {
    static final String NAME = "table5.1";
    private static final int JAVA_HEAP_MIB = 256;
    /** The C programs: compiled with -O2, and with -O3 for this processor. */
    private static final Map<Contender, String> PROGRAMS =
            Map.of(Contender.C, "blocks", Contender.C_BEST, "blocks", Contender.C_VECTOR, "blocks-vector");

    @Mixin
    private RunOptions options;

    @Mixin
    private NativeOptions natives;

    @Option(names = "--mib", paramLabel = "N", description = "Data, a power of two (default: by preset).")
    private Integer mib;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    private WriteBack instruction;

    /** What is compared. */
    public enum Contender {
        /** C, -O2, with the instruction that the JDK takes. */
        C,
        /** C, -O2, with the best instruction; left out if the JDK takes the best there is. */
        C_BEST,
        /** C, -O3 -march=native, with the instruction that the JDK takes. */
        C_VECTOR,
        /** Java, by addresses. */
        RAW,
        /** J-NVM, objects of one block by proxies. */
        PROXIES
    }

    @Override
    public Integer call() {
        instruction = WriteBack.ofThisJdk();
        int megabytes = mib != null ? mib : options.pick(2, 512, 1024);
        int ms = options.pick(5, 400, 3000);
        int warmUpMs = options.pick(5, 500, 1000);
        int all = rounds != null ? rounds : options.pick(1, 5, 9);
        Map<String, String> environment = options.environment(String.join(" ", Flags.OPENED.jvm(JAVA_HEAP_MIB)));
        environment.put("data", megabytes + " MiB");
        environment.put("measured", ms + " ms of each pattern");
        Figures figures = new Figures(environment, "contender write_back pattern round gb_per_s gb_per_cpu_s");
        List<Contender> contenders = contenders();
        Progress progress = new Progress(NAME, all * contenders.size());
        for (int round = 1; round <= all; round++) {
            for (Contender contender : contenders) {
                progress.next("round " + round + " of " + all + ", " + contender);
                String writeBack = instruction.toString();
                for (String line : run(contender, megabytes, warmUpMs, ms)) {
                    String[] words = line.split(" ");
                    if (words[0].equals("WRITE-BACK")) {
                        writeBack = words[1];
                    } else if (words[0].equals("RESULT")) {
                        figures.add(
                                contender,
                                writeBack,
                                words[1],
                                round,
                                Double.parseDouble(words[2]),
                                Double.parseDouble(words[3]));
                    }
                }
            }
        }
        options.write(NAME, figures);
        return 0;
    }

    private List<Contender> contenders() {
        List<Contender> there = new ArrayList<>(List.of(Contender.values()));
        if (instruction == WriteBack.CLWB) {
            there.remove(Contender.C_BEST);
        }
        there.removeIf(contender -> PROGRAMS.containsKey(contender)
                && natives.find(PROGRAMS.get(contender)).isEmpty());
        return there;
    }

    private List<String> run(Contender contender, int megabytes, int warmUpMs, int ms) {
        try (Folder folder = new Folder()) {
            if (PROGRAMS.containsKey(contender)) {
                Optional<Path> program = natives.find(PROGRAMS.get(contender));
                List<String> arguments = List.of(
                        folder.file("raw").toString(),
                        "" + megabytes,
                        "" + ms,
                        contender == Contender.C_BEST ? "best" : instruction.toString());
                try (Child child = Child.program(program.orElseThrow(), arguments)) {
                    return child.lines();
                }
            }
            List<String> flags = new ArrayList<>(Flags.OPENED.jvm(JAVA_HEAP_MIB));
            flags.add(folder.flag());
            List<String> arguments =
                    List.of(contender == Contender.RAW ? "raw" : "proxies", "" + megabytes, "" + warmUpMs, "" + ms);
            try (Child child = Child.java(flags, BlocksProcess.class, arguments)) {
                return child.lines();
            }
        }
    }
}
