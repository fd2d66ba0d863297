package org.jnvm;

import java.time.Duration;

/**
 * What opening a heap had to do.
 *
 * @param replayedLogs committed redo logs that a crash left, and that were applied
 * @param liveObjects objects that are valid and reachable
 * @param liveBlocks blocks of live objects
 * @param freeBlocks blocks below the bump pointer that hold no live object
 * @param nullifiedReferences references to invalid or freed objects that were set to null
 * @param duration from the start of opening until the heap could be used, callbacks not included
 */
public record RecoveryReport(
        int replayedLogs,
        long liveObjects,
        long liveBlocks,
        long freeBlocks,
        long nullifiedReferences,
        Duration duration) {}
