package org.jnvm;

import java.time.Duration;

/**
 * What opening a heap had to do.
 *
 * @param pass which recovery pass ran: {@link Recovery#FULL} or {@link Recovery#SCAN_ONLY}; {@link Recovery#AUTO} if
 *     none did, because the heap was closed
 * @param replayedLogs committed redo logs that a crash left, and that were applied
 * @param liveObjects objects that are valid and reachable; after {@code SCAN_ONLY}, objects that are valid
 * @param liveBlocks blocks of live objects; a block of several small objects counts once
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
        Duration duration) {}
