package org.jnvm.bench.harness;

import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Options that all commands have. */
public final class RunOptions {
    /** How long a run takes. */
    public enum Preset {
        /** For the tables of RESULTS.md. */
        FULL,
        /** For a first look. */
        QUICK,
        /** Proves that the harness works; its figures mean nothing. */
        SMOKE
    }

    @Option(
            names = "--preset",
            paramLabel = "P",
            defaultValue = "full",
            description = "How much is measured: full, quick or smoke (default: full).")
    private Preset preset;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            required = true,
            description = "The folder that the raw figures are written to.")
    private Path results;

    /** Made by picocli. */
    public RunOptions() {}

    /** Returns how much is measured. */
    public Preset preset() {
        return preset;
    }

    /** Returns one of three values, by preset. */
    public <T> T pick(T full, T quick, T smoke) {
        return switch (preset) {
            case FULL -> full;
            case QUICK -> quick;
            case SMOKE -> smoke;
        };
    }

    /**
     * Returns the file for the figures of a command on this JDK. Those of short runs stand in a folder of their own, so
     * that they are not taken for others.
     *
     * @param command the name of the command
     */
    public Path file(String command) {
        Path folder =
                preset == Preset.FULL ? results : results.resolve(preset.name().toLowerCase(Locale.ROOT));
        return folder.resolve(command + "-jdk" + Runtime.version().feature() + ".csv");
    }
}
