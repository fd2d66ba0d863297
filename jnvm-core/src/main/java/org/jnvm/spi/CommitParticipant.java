package org.jnvm.spi;

import org.jnvm.runtime.Transactions;

/**
 * What a data type keeps of the changes of an open failure-atomic block, in volatile state that other threads see too:
 * they get what was committed, until the block commits. For data types; registered by {@link Transactions#addParticipant}. Where the
 * block is undone, undo actions undo it.
 *
 * <p>Both methods are called by the committing thread, in whose view the block is still open. If one throws, the heap is
 * poisoned: the block is committed, and volatile state does not show it.
 */
public interface CommitParticipant {
    /**
     * Called when the block is durably committed, and memory is still as it was: what the block freed can be read, for
     * the last time. So what leads there is taken out of the reach of others now. Must change no persistent object, and
     * take no lock under which another thread does.
     */
    void durable();

    /**
     * Called when memory is as the block left it, and nothing that it freed has been given back: shows others what the
     * block did. Nothing may lead to what was freed when this returns, so that nobody who begins an epoch-protected
     * section later finds it.
     */
    void applied();
}
