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

    @Option(
            names = "--resume",
            description =
                    "Goes on where a run of the same commit with the same options was stopped, if the group can (those"
                            + " of YCSB, fig5.5); \"all\" gives it by itself.")
    private boolean resume;

    /** Made by picocli. */
    public RunOptions() {}

    /** Tells whether what an earlier run has measured is to be kept. */
    public boolean resumes() {
        return resume;
    }

    /** Returns how much is measured. */
    public Preset preset() {
        return preset;
    }

    /** Returns the folder for results of the default preset, in which those of the others have theirs. */
    public Path out() {
        return out != null ? out : Home.results();
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
        return preset == Preset.DEFAULT ? out() : out().resolve(preset.toString());
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

    /** Writes the figures of a group on this JDK: raw as CSV, and with medians and spread as JSON. */
    public void write(String group, Figures figures) {
        figures.write(file(group, "csv"));
        figures.writeJson(file(group, "json"));
    }
}
