package org.jnvm.bench.harness;

import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that all groups have. */
public final class RunOptions {
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
                            + " of YCSB, of lists and trees, fig5.5); \"all\" gives it by itself.")
    private boolean resume;

    @Option(
            names = "--preset",
            paramLabel = "P",
            defaultValue = "default",
            description = "How much is measured: tiny, default or paper (default: default).")
    @SuppressWarnings("UnusedMethod") // by picocli
    private void setPreset(Preset preset) {
        this.preset = preset;
        Flags.startSooner(preset == Preset.TINY);
    }

    /** Tells whether what an earlier run has measured is to be kept. */
    public boolean resumes() {
        return resume;
    }

    /** Returns how much is measured. */
    public Preset preset() {
        return preset;
    }

    /**
     * Describes this JVM and its machine, for raw figures.
     *
     * @param flags the flags of the JVMs that are measured
     */
    public Map<String, String> environment(String flags) {
        return Environment.describe(flags, preset.name());
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
     * Returns the file of raw figures of a group on this JDK.
     *
     * @param group its name
     */
    public Path file(String group) {
        return folder().resolve(group + "-jdk" + Runtime.version().feature() + ".csv");
    }

    /** Writes the raw figures of a group on this JDK. */
    public void write(String group, Figures figures) {
        figures.write(file(group));
    }
}
