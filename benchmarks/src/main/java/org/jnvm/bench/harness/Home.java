package org.jnvm.bench.harness;

import java.nio.file.Path;

/** The folder {@code benchmarks} of the source tree, which the script {@code run} names. */
public final class Home {
    private static final String PROPERTY = "jnvm.bench.home";

    private Home() {}

    /**
     * Returns the folder.
     *
     * @throws IllegalStateException if the property {@code jnvm.bench.home} is not set
     */
    public static Path path() {
        String home = System.getProperty(PROPERTY);
        if (home == null) {
            throw new IllegalStateException(
                    "folder of the benchmarks is not known: start benchmarks/run, or set the property " + PROPERTY);
        }
        return Path.of(home);
    }

    /** Returns where results go if no option says otherwise. */
    public static Path results() {
        return path().resolve("results");
    }

    /** Returns where C programs are, compiled. */
    public static Path natives() {
        return path().resolve("target").resolve("native");
    }
}
