package org.jnvm.pfa.internal;

/**
 * How much there was of everything when a block began, inside another one maybe. What is added later is undone by cutting
 * back to that. What is changed, of what was there before, {@link WriteSet} keeps in its journal.
 */
final class Savepoint {
    /** Of the block; larger than those of all blocks that began before it. */
    long level;
    /** Whether the program ends the block by a call, and no method is sure to. */
    boolean byHand;

    // write set
    int journal;
    int blocks;
    int words;

    // objects
    int made;
    int freed;
    int adopted;
    int madeProxies;
    int freedProxies;
    boolean validateAll;

    int locks;

    // hooks
    int participants;
    int undoActions;
    int onCommit;
    int onAbort;
}
