package org.jnvm.bench.harness;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that all groups have. */
public final class RunOptions {
    @Option(
            names = "--preset",
            paramLabel = "P",
            defaultValue = "default",
            description = "How much is measured: tiny, default or paper (default: default).")
    private Preset preset;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder for results (default: benchmarks/results); those of tiny and paper go to a folder"
                    + " in it.")
    private Path out;

    /** Made by picocli. */
    public RunOptions() {}

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
     * Returns the folder for results. Those of the presets tiny and paper stand in a folder of their own, so that they are
     * not taken for others.
     */
    public Path folder() {
        Path all = out != null ? out : Home.results();
        return preset == Preset.DEFAULT ? all : all.resolve(preset.toString());
    }

    /**
     * Returns a file of a group on this JDK.
     *
     * @param group its name
     * @param extension of the file's name
     */
    public Path file(String group, String extension) {
        return folder().resolve(group + "-jdk" + Runtime.version().feature() + "." + extension);
    }
}
