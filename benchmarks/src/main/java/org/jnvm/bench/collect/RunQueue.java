package org.jnvm.bench.collect;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * How long the thread that made it was ready to run, and had no processor: others had all of them. What a hypervisor takes
 * is not in it.
 */
final class RunQueue implements AutoCloseable {
    private final RandomAccessFile statistics;
    private final byte[] bytes = new byte[128];

    RunQueue() {
        try {
            statistics = new RandomAccessFile("/proc/thread-self/schedstat", "r");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the group \"collector\" needs Linux, which says how long a thread waits", e);
        }
    }

    /** Returns the nanoseconds so far. */
    long waited() {
        try {
            statistics.seek(0);
            int length = statistics.read(bytes);
            return Long.parseLong(new String(bytes, 0, length, StandardCharsets.US_ASCII).split(" ")[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            statistics.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
