package org.jnvm.bench.harness;

import java.nio.file.Path;
import java.util.Optional;

/** The folder {@code benchmarks} of the source tree, which the script {@code run} names. */
public final class Home {
    private static final String PROPERTY = "jnvm.bench.home";

    private Home() {}

    /** Returns the folder; empty if the property {@code jnvm.bench.home} is not set. */
    public static Optional<Path> find() {
        return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
    }

    /**
     * Returns the folder.
     *
     * @throws IllegalStateException if the property {@code jnvm.bench.home} is not set
     */
    public static Path path() {
        return find().orElseThrow(() -> new IllegalStateException(
                "folder of the benchmarks is not known: start benchmarks/run, or set the property " + PROPERTY));
    }

    /** Returns where results go if no option says otherwise. */
    public static Path results() {
        return path().resolve("results");
    }
}
