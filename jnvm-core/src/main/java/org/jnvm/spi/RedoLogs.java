package org.jnvm.spi;

import org.jnvm.HeapFullException;

/** The redo logs of an open heap. Safe for use by several threads. */
public interface RedoLogs {
    /**
     * Makes another log, which is durably found by {@link #replay} from the first commit in it on.
     *
     * @return a log without a record
     * @throws HeapFullException if there is no block for it
     */
    RedoLog make();

    /**
     * Makes the entries durable as one unit, applies them, and erases the record. Nothing that they change may be named
     * by the record of another log.
     *
     * <p>The caller has written back, without a fence, everything that the entries refer to: in-flight blocks and the
     * objects that become valid. When the method returns, all effects are durable and no log names a block any more.
     *
     * @param entries what to commit
     * @throws HeapFullException if the log cannot grow; nothing was changed then
     */
    void commit(FaEntries entries);

    /**
     * Applies the records that a crash left, in the order of their commits, and drops all logs. Called when the heap is
     * opened, before anything else writes to it.
     *
     * @return how many records were applied
     */
    int replay();

    /**
     * Drops all logs and gives their blocks back. Called when the heap is closed, after the last commit.
     *
     * @return whether it did; otherwise, as a log has a record, the next opening has to replay them
     */
    boolean close();
}
