package org.jnvm.internal.wal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file as this package uses it: the interception point at which tests put a disk that loses, reorders and tears writes.
 *
 * <p>Safe for use by several threads. What is written is on the device when a {@link #force} that began after the write
 * ended has returned; before, any part of it may be, at the grain of sectors.
 */
public interface BlockFile extends AutoCloseable {
    /** Writes bytes from position to limit. */
    void write(ByteBuffer bytes, long offset) throws IOException;

    /** Reads bytes up to the limit. */
    void read(ByteBuffer bytes, long offset) throws IOException;

    /** Waits until what was written is on the device; {@code fdatasync}. Never tried again after an error. */
    void force() throws IOException;

    /** Returns the bytes of the file. */
    long size() throws IOException;

    @Override
    void close() throws IOException;
}
