package org.jnvm.bench.restart;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;

/**
 * Opening after SIGKILL by the number of failure-atomic blocks that were open (PMA, figure 12). A heap is opened many
 * times in one JVM, as what it takes is compiled after that.
 */
public final class OpenBlocksDriver implements Callable<Integer> {
    /** As many as the paper has. */
    static final int BLOCKS_MAX = 512;

    private static final String NAME = "open-blocks";
    private static final int JAVA_HEAP_MIB = 256;

    @Mixin
    private RunOptions options;

    @Override
    public Integer call() {
        Figures figures = new Figures(
                options.environment(String.join(" ", Flags.OPENED.jvm(JAVA_HEAP_MIB))),
                "blocks opening repetition open_us recovery_us");
        for (int repetition = 1; repetition <= options.pick(1, 3, 5); repetition++) {
            for (int blocks : options.pick(
                    List.of(0, 8), List.of(0, 64, 128, 256, BLOCKS_MAX), List.of(0, 64, 128, 256, BLOCKS_MAX))) {
                System.out.println(NAME + ": " + blocks + " open blocks ...");
                measure(figures, blocks, repetition);
            }
        }
        options.write(NAME, figures);
        return 0;
    }

    private void measure(Figures figures, int blocks, int repetition) {
        int warmUp = options.pick(1, 200, 500);
        int times = warmUp + options.pick(1, 20, 50);
        List<String> flags = Flags.OPENED.jvm(JAVA_HEAP_MIB);
        try (Folder folder = new Folder()) {
            Path file = folder.file("blocks.heap");
            try (Child filler =
                    Child.java(flags, OpenBlocksProcess.class, List.of("fill", file.toString(), "" + blocks))) {
                filler.line();
                filler.kill();
            }
            try (Child opener =
                    Child.java(flags, OpenBlocksProcess.class, List.of("open", file.toString(), "" + times))) {
                List<String> openings = opener.lines();
                add(figures, blocks, "first", repetition, openings.get(0));
                openings.stream().skip(warmUp).forEach(line -> add(figures, blocks, "later", repetition, line));
            }
        }
    }

    private static void add(Figures figures, int blocks, String opening, int repetition, String line) {
        String[] words = line.split(" ");
        figures.add(blocks, opening, repetition, Long.parseLong(words[1]) / 1e3, Long.parseLong(words[2]) / 1e3);
    }
}
