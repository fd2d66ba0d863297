package org.jnvm;

import java.time.Duration;

/**
 * What the collector of a heap has done since the heap was opened; see {@link HeapOptions#collector}.
 *
 * @param collections collections that have ended
 * @param running whether one is under way
 * @param markedBlocks blocks of objects that the one that is under way has found live so far
 * @param freedObjects objects that they have freed
 * @param lastMarked objects that the last one has found live, those not counted that were made while it ran
 * @param lastFreed objects that the last one has freed
 * @param lastTook how long it took, waiting for operations of the program included
 * @param tokens tokens of proxies that Java's collector has not cleared yet, as of the last collection: see docs/internals/collector.md
 */
public record CollectorStats(
        long collections,
        boolean running,
        long markedBlocks,
        long freedObjects,
        long lastMarked,
        long lastFreed,
        Duration lastTook,
        int tokens) {

    /** Returns the numbers for people. */
    @Override
    public String toString() {
        return "collections=" + collections + (running ? " and one under way with blocks marked=" + markedBlocks : "")
                + ", freed objects=" + freedObjects
                + ", last marked=" + lastMarked + ", last freed=" + lastFreed + ", last took=" + lastTook.toMillis()
                + " ms, tokens=" + tokens;
    }
}
