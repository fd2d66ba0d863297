package org.jnvm.crashtest.internal.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A temporary folder, in memory where the system has such: heaps under test are forced all the time. */
public final class MemoryFolder {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "jnvm-crashtest";

    private MemoryFolder() {}

    /** Makes a folder. */
    public static Path make() throws IOException {
        return Files.isWritable(MEMORY) ? Files.createTempDirectory(MEMORY, PREFIX) : Files.createTempDirectory(PREFIX);
    }

    /** Deletes a folder with the files in it. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
