package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Options that the commands for figures have. */
public final class FigureOptions {
    /** How much is measured. */
    public enum Preset {
        /** Proves that all works; its figures mean nothing. */
        TINY,
        /** Minutes. */
        DEFAULT,
        /** The sizes of the thesis: hours. */
        PAPER
    }

    @Option(
            names = "--preset",
            paramLabel = "P",
            defaultValue = "default",
            description = "How much is measured: tiny, default or paper (default: default).")
    private Preset preset;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "The folder for raw figures and plots; those of other presets go to a folder in it.")
    private Path out;

    /** Made by picocli. */
    public FigureOptions() {}

    /** Returns how much is measured. */
    public Preset preset() {
        return preset;
    }

    /** Returns one of three values, by preset. */
    public <T> T pick(T tiny, T byDefault, T paper) {
        return switch (preset) {
            case TINY -> tiny;
            case DEFAULT -> byDefault;
            case PAPER -> paper;
        };
    }

    /**
     * Returns a file of a figure on this JDK.
     *
     * @param figure its name
     * @param extension of the file's name
     */
    public Path file(String figure, String extension) {
        Path folder = preset == Preset.DEFAULT ? out : out.resolve(preset.name().toLowerCase(Locale.ROOT));
        return folder.resolve(figure + "-jdk" + Runtime.version().feature() + "." + extension);
    }
}
