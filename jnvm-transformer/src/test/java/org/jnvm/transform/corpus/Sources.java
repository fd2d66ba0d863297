package org.jnvm.transform.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads trees of source files. */
final class Sources {
    private Sources() {}

    /**
     * Reads all sources of a folder.
     *
     * @param folder the folder
     * @param prefix what to put before their paths, which are relative to it
     * @return the texts by path
     */
    static Map<String, String> read(Path folder, String prefix) throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                sources.put(prefix + folder.relativize(file), Files.readString(file));
            }
        }
        return sources;
    }
}
