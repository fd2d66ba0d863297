package org.jnvm.bench.harness;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Benchmarks that are measured together: a command of {@code run}.
 *
 * @param name of the command, and of the file of raw figures
 * @param description what it measures, in one line
 * @param tinySeconds about what the preset takes
 * @param defaultSeconds about what the preset takes
 * @param paperSeconds about what the preset takes
 * @param command makes what measures; it has {@link RunOptions} as a mixin of picocli, and its JVM has LLPL on its class
 *     path if there is LLPL
 */
public record Group(
        String name,
        String description,
        int tinySeconds,
        int defaultSeconds,
        int paperSeconds,
        Supplier<Callable<Integer>> command) {
    /** Returns about how many seconds a preset takes. */
    public int seconds(Preset preset) {
        return switch (preset) {
            case TINY -> tinySeconds;
            case DEFAULT -> defaultSeconds;
            case PAPER -> paperSeconds;
        };
    }

    /** Returns the command. */
    public CommandLine commandLine() {
        CommandLine line = new CommandLine(command.get());
        line.getCommandSpec().name(name).mixinStandardHelpOptions(true);
        line.getCommandSpec().usageMessage().description(description).sortOptions(false);
        return line;
    }
}
