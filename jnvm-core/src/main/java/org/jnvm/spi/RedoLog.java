package org.jnvm.spi;

import org.jnvm.HeapFullException;

/**
 * One redo log of an open heap: room for the record of one commit. Used by one thread at a time; it is made by {@link
 * RedoLogs#make}.
 */
public interface RedoLog {
    /**
     * Makes room for a record, before anything is promised.
     *
     * @param entries how many it will have
     * @throws HeapFullException if the log cannot grow; nothing was changed then
     */
    void reserve(int entries);

    /**
     * Makes the entries durable as one unit, then applies them in memory. There is {@linkplain #reserve room}. A record
     * that is there already is overwritten: what it names must be durable, and what it changed not be changed since by
     * anything but younger records.
     *
     * <p>The record stays: a crash is followed by a replay of it, until {@link #erase} or another commit in this log is
     * durable. If this throws, it is not known whether the next opening finds the record.
     *
     * @param entries what to commit
     * @param fenceFirst whether the entries refer to memory that the caller has written back and not fenced: in-flight
     *     blocks, objects that become valid
     * @param durable run when the entries are durable and none is applied yet; what it throws goes to the caller
     */
    void commit(FaEntries entries, boolean fenceFirst, Runnable durable);

    /** Writes back, without a fence, what applying the entries changed. */
    void writeBack(FaEntries entries);

    /** Makes the record none, and writes that back, without a fence. What its entries changed must be durable. */
    void erase();
}
