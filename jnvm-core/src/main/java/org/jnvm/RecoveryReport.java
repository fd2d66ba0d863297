package org.jnvm;

import java.time.Duration;

/**
 * What opening a heap had to do.
 *
 * @param pass which recovery pass ran: {@link Recovery#FULL} or {@link Recovery#SCAN_ONLY}; {@link Recovery#AUTO} if
 *     none did, because the heap was closed
 * @param replayedLogs committed redo logs that a crash left, and that were applied
 * @param liveObjects objects that are valid and reachable; after {@code SCAN_ONLY}, objects that are valid; -1 if no pass ran, which
 *     would have counted them, or while one runs beside the program
 * @param liveBlocks blocks of live objects; a block of several small objects counts once; if no pass ran,
 *     also blocks of objects that nothing leads to any more
 * @param freeBlocks blocks below the bump pointer that hold no live object
 * @param nullifiedReferences references to invalid, freed or wrong objects that were set to null
 * @param duration from the start of opening until the heap could be used, callbacks not included
 */
public record RecoveryReport(
        Recovery pass,
        int replayedLogs,
        long liveObjects,
        long liveBlocks,
        long freeBlocks,
        long nullifiedReferences,
        Duration duration) {
    /** Tells whether the recovery pass was skipped, as the heap had been closed and left a map of its free blocks. */
    public boolean skipped() {
        return pass == Recovery.AUTO;
    }
}
