package org.jnvm.internal.object;

import org.jnvm.HeapFullException;

/** Makes several words and blocks durable as one unit; a transaction engine can. Safe for use by several threads. */
public interface AtomicCommit {
    /**
     * Makes the entries durable as one unit, applies them, and erases the record. Nothing that they change may be named by
     * the record of a transaction.
     *
     * <p>The caller has written back, without a fence, everything that the entries refer to: in-flight blocks, and what
     * becomes reachable. When the method returns, all effects are durable and no log names a block any more.
     *
     * @param entries what to commit
     * @param refers whether they refer to anything; else a fence is saved
     * @throws HeapFullException if the log cannot grow; nothing was changed then
     */
    void commit(RedoEntries entries, boolean refers);
}
