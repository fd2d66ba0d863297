package org.jnvm.bench.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;

/**
 * One of the two that are compared: JMH benchmarks on a class path. Only JMH's own command line is used, so that any commit
 * with these benchmarks will do.
 *
 * @param name of the commit
 * @param path the class path, as a rule one jar
 */
record Side(String name, String path) {
    private static final int JAVA_HEAP_MIB = 512;
    private static final long HEAP_BYTES = 2L << 30;
    private static final String RESTART = "org.jnvm.bench.restart.";
    private static final int WARM_UPS = 4;
    private static final int ITERATIONS = 5;
    /** Of a line of JMH's CSV: benchmark, mode, threads, samples, score, error, unit, parameters. */
    private static final int SCORE = 4;

    private static final int UNIT = 6;
    private static final int PARAMETERS = 7;

    /** Parses the two options, as {@code 1a2b3c=/path/to.jar}. */
    static Side of(String option) {
        int equals = option.indexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException("side is not NAME=CLASSPATH: side=" + option);
        }
        return new Side(option.substring(0, equals), option.substring(equals + 1));
    }

    /**
     * Runs benchmarks once, each in a new JVM.
     *
     * @param what of them, and how long each iteration is
     * @return nanoseconds of an operation, by benchmark and parameters
     */
    Map<String, Double> run(Selection what) {
        try (Folder folder = new Folder()) {
            Path results = folder.file("results.csv");
            List<String> flags = new ArrayList<>(Flags.OPENED.jvm(JAVA_HEAP_MIB));
            flags.add(folder.flag());
            flags.add(Flags.LOG_WARNINGS);
            if (Runtime.version().feature() >= 24) {
                flags.add("--sun-misc-unsafe-memory-access=allow"); // for JMH, which prints a warning otherwise
            }
            List<String> arguments = new ArrayList<>(List.of(
                    what.pattern(),
                    "-f",
                    "1",
                    "-wi",
                    "" + WARM_UPS,
                    "-w",
                    what.iterationMs() + "ms",
                    "-i",
                    "" + ITERATIONS,
                    "-r",
                    what.iterationMs() + "ms",
                    "-foe",
                    "true",
                    "-v",
                    "SILENT",
                    "-rf",
                    "csv",
                    "-rff",
                    results.toString(),
                    "-jvmArgs",
                    String.join(" ", flags)));
            what.parameters().forEach(parameter -> arguments.addAll(List.of("-p", parameter)));
            List<String> outer = new ArrayList<>(List.of("-Duser.language=en"));
            if (what.besideOthers()) {
                outer.add("-Djmh.ignoreLock=true");
            }
            try (Child child = Child.javaOn(path, outer, "org.openjdk.jmh.Main", arguments)) {
                child.lines();
            }
            return read(Files.readAllLines(results));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Fills a heap, closes it, and opens it in a new JVM, by processes that any commit has.
     *
     * @param objects in the heap
     * @return nanoseconds of the opening, the first and the second in its JVM
     */
    Map<String, Double> reopen(int objects) {
        try (Folder folder = new Folder()) {
            String file = folder.file("reopen.heap").toString();
            List<String> flags = Flags.OPENED.jvm(JAVA_HEAP_MIB);
            List<String> filling = List.of(file, Long.toString(HEAP_BYTES), "ARRAYS", "" + objects, "close");
            try (Child child = Child.javaOn(path, flags, RESTART + "BuildProcess", filling)) {
                child.lines();
            }
            Map<String, Double> nanos = new LinkedHashMap<>();
            try (Child child = Child.javaOn(path, flags, RESTART + "OpenProcess", List.of(file, "close"))) {
                for (String line : child.lines()) {
                    String[] words = line.split(" ");
                    if (words[0].equals("OPENED")) {
                        nanos.put("reopen first in its JVM", Double.valueOf(words[1]));
                    } else if (words[0].equals("AGAIN")) {
                        nanos.put("reopen second", Double.valueOf(words[1]));
                    }
                }
            }
            return nanos;
        }
    }

    static Map<String, Double> read(List<String> csv) {
        Map<String, Double> nanos = new LinkedHashMap<>();
        for (String line : csv.subList(1, csv.size())) {
            String[] cells = line.replace("\"", "").split(",", -1);
            if (!cells[UNIT].equals("ns/op")) {
                throw new IllegalArgumentException("benchmark is not one of time in nanoseconds: line=" + line);
            }
            StringBuilder name = new StringBuilder(cells[0].substring(cells[0].lastIndexOf('.') + 1));
            for (int i = PARAMETERS; i < cells.length; i++) {
                name.append(cells[i].isEmpty() ? "" : " " + cells[i]);
            }
            nanos.put(name.toString(), Double.parseDouble(cells[SCORE]));
        }
        return nanos;
    }
}
