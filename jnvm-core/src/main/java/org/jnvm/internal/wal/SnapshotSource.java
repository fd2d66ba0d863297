package org.jnvm.internal.wal;

import java.io.IOException;
import org.jnvm.internal.memory.DirtyLines;

/** The memory of a heap as a snapshot sees it. */
public interface SnapshotSource {
    /**
     * Takes all lines that were written back.
     *
     * @param sink gets them
     */
    void takeDirty(DirtyLines.PageSink sink);

    /**
     * Loads a line as it was at one moment.
     *
     * @param offset heap offset of the line
     * @param line its 8 words
     */
    void loadLine(long offset, long[] line);

    /** Returns the bytes of pages that were written back at least once. */
    long privateBytes();

    /**
     * Marks the lines that are not in memory as they are in the heap file: stores that nobody wrote back.
     *
     * @param heapFile the heap file, to which all that was in a snapshot was written
     */
    void markUnlike(BlockFile heapFile) throws IOException;
}
