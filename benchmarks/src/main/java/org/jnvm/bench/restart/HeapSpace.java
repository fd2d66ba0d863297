package org.jnvm.bench.restart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.bench.harness.Folder;

/** Whether a heap file fits. */
final class HeapSpace {
    private static final int BLOCK_BYTES = 256;
    /** What a heap needs beyond its objects: arrays, and the chunk that it grows by. */
    private static final double OVERHEAD = 1.1;

    private static final long CHUNK_BYTES = 1L << 30;

    private HeapSpace() {}

    /** Returns the bytes that a heap of small objects may take. */
    static long bytesFor(long objects) {
        return (long) (objects * BLOCK_BYTES * OVERHEAD) + CHUNK_BYTES;
    }

    /**
     * Tells whether a number of bytes can be written, and prints a line if not. A file system in memory must leave some
     * of that: the half.
     */
    static boolean has(long bytes, String what) {
        try {
            long free = Files.getFileStore(Folder.parent()).getUsableSpace();
            Path info = Path.of("/proc/meminfo");
            if (Files.getFileStore(Folder.parent()).type().equals("tmpfs") && Files.isReadable(info)) {
                long available = Files.readAllLines(info).stream()
                        .filter(line -> line.startsWith("MemAvailable:"))
                        .mapToLong(line -> Long.parseLong(line.split(" +")[1]) << 10)
                        .findFirst()
                        .orElse(free);
                free = Math.min(free, available / 2);
            }
            if (free < bytes) {
                System.out.printf(
                        "skipped: %s needs %d MiB in %s, of which %d MiB may be used; JNVM_BENCH_DIR names another"
                                + " folder%n",
                        what, bytes >> 20, Folder.parent(), free >> 20);
            }
            return free >= bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
