package org.jnvm.internal.wal;

import java.util.concurrent.atomic.LongAdder;

/** What was written to the disk; safe for use by several threads. */
final class DiskCounters {
    final LongAdder groupCommits = new LongAdder();
    final LongAdder lines = new LongAdder();
    final LongAdder walBytes = new LongAdder();
    final LongAdder checkpointBytes = new LongAdder();
    final LongAdder checkpoints = new LongAdder();
    final LongAdder waits = new LongAdder();

    /** Counts a group commit. */
    void committed(long lineCount, long bytes) {
        groupCommits.increment();
        lines.add(lineCount);
        walBytes.add(bytes);
    }

    /** Counts a checkpoint. */
    void checkpointed(long bytes) {
        checkpoints.increment();
        checkpointBytes.add(bytes);
    }
}
