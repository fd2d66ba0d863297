package org.jnvm;

import java.time.Duration;
import java.util.Objects;

/**
 * How a backup is made.
 *
 * @param bytesPerSecond how many bytes of the heap are looked at in a second at most, while the program runs; 0 for no limit. The pause at
 *     the end is not drawn out by it. In domain {@code DISK} a backup waits beside that: for five sixths of the time the device is left
 *     to the write-ahead log, while the program changes something
 * @param timeout how long it is tried to hold all threads between two operations
 */
public record BackupOptions(long bytesPerSecond, Duration timeout) {
    /** Refuses what cannot be. */
    public BackupOptions {
        Objects.requireNonNull(timeout, "timeout");
        if (bytesPerSecond < 0 || timeout.isNegative()) {
            throw new IllegalArgumentException(
                    "options of a backup: bytesPerSecond=" + bytesPerSecond + ", timeout=" + timeout);
        }
    }

    /** Returns the defaults: no limit, and 10 seconds. */
    public static BackupOptions defaults() {
        return new BackupOptions(0, Duration.ofSeconds(10));
    }

    /** Returns these options with another limit. */
    public BackupOptions withBytesPerSecond(long bytes) {
        return new BackupOptions(bytes, timeout);
    }

    /** Returns these options with another timeout. */
    public BackupOptions withTimeout(Duration wanted) {
        return new BackupOptions(bytesPerSecond, wanted);
    }
}
