package org.jnvm.internal.memory;

import java.util.concurrent.atomic.AtomicLong;

/** What fences do in domain {@code DISK}, where memory is a private copy and the file is written by J-NVM itself. */
public interface Barriers {
    /** Returns the count of pages with marked lines, which the {@link DirtyLines} of all chunks share. */
    AtomicLong dirtyPages();

    /**
     * Orders: a store after this reaches the disk no earlier than the lines that the thread wrote back before. No I/O,
     * unless so much waits for a snapshot that memory would not be bounded.
     */
    void pfence();

    /** Ends an operation that acknowledges: waits for the disk, or not, as the mode says. */
    void psync();
}
