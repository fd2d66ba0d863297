package org.jnvm;

import java.time.Duration;

/**
 * What opening a heap had to do.
 *
 * @param skipped whether the recovery pass was skipped, as the heap had been closed and left a map of its free blocks
 * @param replayedLogs committed redo logs that a crash left, and that were applied
 * @param liveObjects objects that are valid and reachable; -1 if the pass was skipped, which would have counted them
 * @param liveBlocks blocks of live objects; if the pass was skipped, also of objects that nothing leads to any more
 * @param freeBlocks blocks below the bump pointer that hold no live object
 * @param nullifiedReferences references to invalid or freed objects that were set to null
 * @param duration from the start of opening until the heap could be used, callbacks not included
 */
public record RecoveryReport(
        boolean skipped,
        int replayedLogs,
        long liveObjects,
        long liveBlocks,
        long freeBlocks,
        long nullifiedReferences,
        Duration duration) {}
