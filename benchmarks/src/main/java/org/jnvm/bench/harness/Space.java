package org.jnvm.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Room for the files of benchmarks. */
public final class Space {
    private static final Path MEMORY = Path.of("/proc/meminfo");

    private Space() {}

    /**
     * Tells whether a number of bytes can be written where folders are made, and prints a line if not. If that is in
     * memory, processes must find theirs beside it.
     *
     * @param bytes of the files
     * @param memory what processes take meanwhile
     * @param what for the line
     */
    public static boolean has(long bytes, long memory, String what) {
        try {
            long free = Files.getFileStore(Folder.parent()).getUsableSpace();
            if (Files.getFileStore(Folder.parent()).type().equals("tmpfs") && Files.isReadable(MEMORY)) {
                long available = Files.readAllLines(MEMORY).stream()
                        .filter(line -> line.startsWith("MemAvailable:"))
                        .mapToLong(line -> Long.parseLong(line.split(" +")[1]) << 10)
                        .findFirst()
                        .orElse(free);
                free = Math.min(free, available - memory);
            }
            if (free < bytes) {
                System.out.printf(
                        Locale.ROOT,
                        "skipped: %s needs %d MiB in %s, of which %d MiB may be used; JNVM_BENCH_DIR names another"
                                + " folder%n",
                        what,
                        bytes >> 20,
                        Folder.parent(),
                        Math.max(0, free >> 20));
            }
            return free >= bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
