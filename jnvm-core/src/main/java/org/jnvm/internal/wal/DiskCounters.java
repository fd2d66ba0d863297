package org.jnvm.internal.wal;

import java.util.concurrent.atomic.LongAdder;

/** What was written to the disk; safe for use by several threads. */
final class DiskCounters {
    final LongAdder points = new LongAdder();
    final LongAdder lines = new LongAdder();
    final LongAdder logBytes = new LongAdder();
    final LongAdder homeBytes = new LongAdder();
    final LongAdder checkpoints = new LongAdder();
    final LongAdder waits = new LongAdder();

    /** Counts a group commit. */
    void committed(long lineCount, long bytes) {
        points.increment();
        lines.add(lineCount);
        logBytes.add(bytes);
    }

    /** Counts a checkpoint. */
    void checkpointed(long bytes) {
        checkpoints.increment();
        homeBytes.add(bytes);
    }
}
