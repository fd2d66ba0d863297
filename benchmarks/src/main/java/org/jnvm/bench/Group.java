package org.jnvm.bench;

import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Preset;
import picocli.CommandLine.Command;

/**
 * A group of benchmarks that {@code run} knows by the name of its command; the description of the command is one line.
 * The command has {@link org.jnvm.bench.harness.RunOptions} as a mixin.
 *
 * @param command measures, in a JVM that has LLPL on its class path if there is LLPL
 * @param tinySeconds about what the preset takes
 * @param defaultSeconds about what the preset takes
 * @param paperSeconds about what the preset takes
 */
public record Group(Class<? extends Callable<Integer>> command, int tinySeconds, int defaultSeconds, int paperSeconds) {
    /** Returns the name of the command. */
    public String name() {
        return command.getAnnotation(Command.class).name();
    }

    /** Returns what it measures, in one line. */
    public String description() {
        return String.join(" ", command.getAnnotation(Command.class).description());
    }

    /** Returns about how many seconds a preset takes. */
    public int seconds(Preset preset) {
        return switch (preset) {
            case TINY -> tinySeconds;
            case DEFAULT -> defaultSeconds;
            case PAPER -> paperSeconds;
        };
    }
}
