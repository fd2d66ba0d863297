package org.jnvm.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders for heap files. */
final class RunFolder {
    private RunFolder() {}

    /** Returns where to make them: as wanted; else in memory, as a kill loses nothing of it, or the temporary folder. */
    static Path parent(Path wanted) throws IOException {
        if (wanted != null) {
            return Files.createDirectories(wanted);
        }
        Path memory = Path.of("/dev/shm");
        return Files.isDirectory(memory) && Files.isWritable(memory)
                ? memory
                : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Removes a folder with all that is in it. */
    static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
