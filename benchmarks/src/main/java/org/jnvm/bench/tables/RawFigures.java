package org.jnvm.bench.tables;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The raw figures in a folder, by group. */
public final class RawFigures {
    private final Path folder;
    private final Map<String, Runs> groups = new HashMap<>();

    /** Reads nothing yet. */
    public RawFigures(Path folder) {
        this.folder = folder;
    }

    /** Returns the figures of a group; there may be none. */
    public Runs of(String group) {
        return groups.computeIfAbsent(group, name -> Runs.read(folder, name));
    }

    /** Returns the names of all groups that have figures, in alphabetical order. */
    public List<String> names() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(".*-jdk\\d+\\.csv"))
                    .map(name -> name.replaceFirst("-jdk\\d+\\.csv", ""))
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
