package org.jnvm.tools;

import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapHistogram;
import org.jspecify.annotations.Nullable;

/**
 * What a heap file is, and what it holds.
 *
 * @param heap the file, as an absolute path
 * @param formatVersion version of the file format
 * @param id the heap's id; a copy of the file has the same
 * @param fileBytes bytes of the heap in the file; a free map may lie behind them
 * @param maxBytes bytes that the heap may grow to
 * @param domain the durability domain that the heap has where it lies, unless a program asks for another one; null if
 *     this user may not write the file, and it is not known
 * @param state how its last use ended, or that it goes on
 * @param writer process id of its last writer
 * @param otherBoot whether the last writer had it open under another boot of the machine
 * @param contents what it holds, after redo logs were replayed in memory; null if it is in use or damaged
 * @param problem why {@code contents} is null, for people; else null
 */
public record HeapInfo(
        Path heap,
        int formatVersion,
        UUID id,
        long fileBytes,
        long maxBytes,
        @Nullable DurabilityDomain domain,
        State state,
        long writer,
        boolean otherBoot,
        @Nullable Contents contents,
        @Nullable String problem) {
    /** How the last use of a heap ended. */
    public enum State {
        /** It was closed. */
        CLEAN,
        /** It was left by a crash, or is being used: the next opening recovers it. */
        NOT_CLOSED,
        /** A process has it open. */
        IN_USE
    }

    /**
     * What a heap holds.
     *
     * @param replayedLogs committed redo logs that a crash left
     * @param roots by name, what the root leads to: class and reference
     * @param histogram what is live, by class
     * @param usedBlocks blocks of live objects, tables included, of 256 bytes
     * @param freeBlocks blocks below the bump pointer that hold nothing live
     * @param freshBlocks blocks of the file that were never handed out
     * @param freeRuns how many runs of neighbours the free blocks form
     * @param largestFreeRun blocks of the longest of them
     * @param damagedReferences references to nothing, which recovery sets to null, and damaged objects
     */
    public record Contents(
            int replayedLogs,
            Map<String, String> roots,
            HeapHistogram histogram,
            long usedBlocks,
            long freeBlocks,
            long freshBlocks,
            long freeRuns,
            long largestFreeRun,
            long damagedReferences) {
        /** Returns the share of the free blocks that are not in the longest run, 0 to 1. */
        public double fragmentation() {
            return freeBlocks == 0 ? 0 : 1 - (double) largestFreeRun / freeBlocks;
        }
    }
}
