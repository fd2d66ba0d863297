package org.jnvm.bench.tables;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.bench.harness.Figures;

/** The figures of a command, JDK by JDK. */
public final class Runs {
    private static final String JDK = "-jdk";

    private final Map<Integer, Figures> byJdk;

    private Runs(Map<Integer, Figures> byJdk) {
        this.byJdk = byJdk;
    }

    /** Reads the files of a command; there may be none. */
    static Runs read(Path results, String command) {
        Map<Integer, Figures> byJdk = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(results, command + JDK + "*.csv")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                int jdk = Integer.parseInt(
                        name.substring(command.length() + JDK.length(), name.length() - ".csv".length()));
                byJdk.put(jdk, Figures.read(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Runs(byJdk);
    }

    /** Tells whether there are none. */
    public boolean isEmpty() {
        return byJdk.isEmpty();
    }

    /** Returns the figures, JDK 17 first. */
    public Map<Integer, Figures> byJdk() {
        return byJdk;
    }

    /** Returns a table of what was measured on, a column for each JDK. */
    public String environment() {
        Map<String, String> all = new LinkedHashMap<>();
        byJdk.forEach((jdk, figures) -> figures.environment().keySet().forEach(name -> all.putIfAbsent(name, "")));
        Markdown table = new Markdown(
                concat("", byJdk.keySet().stream().map(jdk -> "JDK " + jdk).toList()));
        for (String name : all.keySet()) {
            table.row(concat(
                    name,
                    byJdk.values().stream()
                            .map(figures -> figures.environment().getOrDefault(name, "-"))
                            .toList()));
        }
        return table.toString();
    }

    static List<String> concat(String first, List<String> rest) {
        List<String> all = new ArrayList<>();
        all.add(first);
        all.addAll(rest);
        return all;
    }
}
