package org.jnvm.bench.ycsb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process had the system do, as Linux counts it. */
final class ProcessIo {
    private static final Path COUNTS = Path.of("/proc/self/io");
    private static final String WRITTEN = "write_bytes: ";

    private ProcessIo() {}

    /** Returns the bytes that this process caused to be sent to devices; 0 where the system does not tell. */
    static long writtenBytes() {
        if (!Files.isReadable(COUNTS)) {
            return 0;
        }
        try {
            return Files.readAllLines(COUNTS).stream()
                    .filter(line -> line.startsWith(WRITTEN))
                    .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length())))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
