package org.jnvm.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * LLPL, a rival that needs PMDK's libraries: the script {@code run} builds and fetches both where it can. A JVM that has
 * it passes class path and environment on to its children.
 *
 * @param path for the class path: the contenders and LLPL's jar
 * @param libraries the folder of PMDK's libraries
 */
public record Llpl(String path, Path libraries) {
    private static final String CLASS = "com.intel.pmem.llpl.AnyHeap";

    /** Tells whether this JVM has it. */
    public static boolean isThere() {
        try {
            Class.forName(CLASS, false, Llpl.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * Finds what the script has made.
     *
     * @param folder of it
     * @return empty if there is none
     */
    public static Optional<Llpl> in(Path folder) {
        Path libraries = folder.resolve("root/usr/lib/x86_64-linux-gnu");
        if (!Files.exists(folder.resolve("built")) || !Files.isDirectory(libraries)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("llpl-.*\\.jar"))
                    .findFirst()
                    .map(jar -> new Llpl(
                            folder.resolve("classes") + System.getProperty("path.separator") + jar, libraries));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what a JVM with it has in its environment: the libraries, and that PMDK writes back on any mapping. */
    public Map<String, String> environment() {
        return Map.of("LD_LIBRARY_PATH", libraries.toString(), "PMEM_IS_PMEM_FORCE", "1");
    }
}
