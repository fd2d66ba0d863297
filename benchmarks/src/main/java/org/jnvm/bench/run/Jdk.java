package org.jnvm.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jnvm.bench.harness.Flags;

/**
 * A JDK that groups run on.
 *
 * @param home its folder
 * @param feature its version, as 17
 */
record Jdk(Path home, int feature) {
    private static final String VARIABLE = "JNVM_BENCH_JDKS";
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)[^\"]*\"");

    /** Returns those that the variable names, separated as in a path; else the one that runs this. */
    static List<Jdk> all() {
        return all(System.getenv(VARIABLE));
    }

    static List<Jdk> all(String homes) {
        if (homes == null || homes.isBlank()) {
            return List.of(current());
        }
        List<Jdk> all = new ArrayList<>();
        for (String home : homes.split(System.getProperty("path.separator"))) {
            all.add(at(Path.of(home)));
        }
        return all;
    }

    static Jdk current() {
        return new Jdk(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    private static Jdk at(Path home) {
        Path release = home.resolve("release");
        if (!Files.isReadable(release)) {
            throw new IllegalArgumentException("folder is no JDK, as it has no file \"release\": folder=" + home
                    + ", from the variable " + VARIABLE);
        }
        try {
            Matcher matcher = VERSION.matcher(Files.readString(release));
            if (!matcher.find()) {
                throw new IllegalArgumentException("JDK does not say its version: file=" + release);
            }
            return new Jdk(home, Integer.parseInt(matcher.group(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the program. */
    Path java() {
        return home.resolve("bin").resolve("java");
    }

    /** Returns flags that keep JMH and libraries with native code from printing warnings. */
    List<String> quiet() {
        return Flags.quiet(feature);
    }

    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
