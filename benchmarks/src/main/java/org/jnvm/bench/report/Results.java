package org.jnvm.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jnvm.bench.harness.Figures;

/** The raw figures in a folder: of each group those of each JDK, the oldest JDK first. */
final class Results {
    private static final Pattern FILE = Pattern.compile("(.+)-jdk(\\d+)\\.csv");

    private final Map<String, Map<Integer, Figures>> groups = new TreeMap<>();

    /** Reads all files of raw figures. */
    Results(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Matcher name = FILE.matcher(file.getFileName().toString());
                if (name.matches()) {
                    groups.computeIfAbsent(name.group(1), group -> new TreeMap<>())
                            .put(Integer.valueOf(name.group(2)), Figures.read(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the names of what has figures, in alphabetical order. */
    Set<String> names() {
        return groups.keySet();
    }

    /** Returns the figures of a group by JDK; empty if there are none. */
    Map<Integer, Figures> of(String group) {
        return groups.getOrDefault(group, Map.of());
    }

    /** Returns a table of what a group was measured on, a column for each JDK. */
    Table environment(String group) {
        Map<Integer, Figures> byJdk = of(group);
        Map<String, List<String>> rows = new LinkedHashMap<>();
        rows.put("", new ArrayList<>(List.of("")));
        byJdk.values()
                .forEach(figures -> figures.environment()
                        .keySet()
                        .forEach(name -> rows.putIfAbsent(name, new ArrayList<>(List.of(name)))));
        byJdk.forEach((jdk, figures) -> rows.forEach((name, cells) ->
                cells.add(name.isEmpty() ? "JDK " + jdk : figures.environment().getOrDefault(name, Table.NONE))));
        return new Table("", List.copyOf(rows.values()));
    }
}
