package org.jnvm.spi;

import org.jnvm.HeapFullException;

/** The redo logs of an open heap. Safe for use by several threads. */
public interface RedoLogs {
    /**
     * Makes the entries durable as one unit, and applies them.
     *
     * <p>The caller has written back, without a fence, everything that the entries refer to: in-flight blocks and the
     * objects that become valid. When the method returns, all effects are durable and no log names a block any more.
     *
     * @param entries what to commit
     * @throws HeapFullException if the log cannot grow; nothing was changed then
     */
    void commit(FaEntries entries);

    /**
     * Applies the logs that a crash left committed, in the order of their commits, and erases all logs. Called when the
     * heap is opened, before anything else writes to it.
     *
     * @return how many logs were applied
     */
    int replay();

    /**
     * Drops all logs and gives their blocks back. Called when the heap is closed, after the last commit.
     *
     * @return whether it did; otherwise the next opening has to replay them
     */
    boolean close();
}
