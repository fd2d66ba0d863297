package org.jnvm.pfa.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.HeapFullException;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.RedoEntries;
import org.jnvm.internal.transaction.JointDecider;
import org.jnvm.internal.transaction.JointRecord;

/** The redo logs of an open heap. Safe for use by several threads. */
final class RedoLogs {
    private final ObjectSpace space;
    /** The last commit number that was drawn. */
    private final AtomicLong numbers = new AtomicLong();
    /** Guarded by this. */
    private final List<RedoLog> logs = new ArrayList<>();
    /** Logs for commits that are erased at once. */
    private final ConcurrentLinkedDeque<RedoLog> idle = new ConcurrentLinkedDeque<>();

    RedoLogs(ObjectSpace space) {
        this.space = space;
    }

    /**
     * Makes another log, which is durably found by {@link #replay} from the first commit in it on.
     *
     * @return a log without a record
     * @throws HeapFullException if there is no block for it
     */
    synchronized RedoLog make() {
        RedoLog log = new RedoLog(space);
        logs.add(log);
        return log;
    }

    /**
     * Draws commit numbers, which nobody else gets.
     *
     * @param count how many
     * @return the first of them
     */
    long drawNumbers(int count) {
        return numbers.getAndAdd(count) + 1;
    }

    /** See {@link org.jnvm.internal.object.AtomicCommit}. */
    // persist-order: [what the entries refer to] < F0 < [record] < F1 < [applied] < F2 < [record = none] < F3
    //   no F0 if they refer to nothing
    void commit(RedoEntries entries, boolean refers) {
        RedoLog log = idle.pollFirst();
        if (log == null) {
            log = make();
        }
        try {
            log.reserve(entries.units());
            log.commit(entries, drawNumbers(1), refers);
            RedoLog.apply(space, entries);
            log.writeBack(entries);
            space.pfence();
            log.erase();
            space.file().state().psync();
        } finally {
            idle.addFirst(log);
        }
    }

    /** See {@link org.jnvm.internal.transaction.TransactionEngine#replay}. */
    // persist-order: [all records applied] < pfence < [log word = null], which erases all records at once < pfence
    //   A crash before the last fence replays them again, which gives the same words. The logs' blocks are reachable
    //   from nothing afterwards: the recovery pass, which runs next, frees them.
    //   A record of a block over several heaps that is not settled counts if the heap that decides has its record; the
    //   one that decides has the others settled before its own record goes: I33.
    static int replay(ObjectSpace space, JointDecider decider) {
        List<LogReader.Committed> found = new LogReader(space).committed();
        for (LogReader.Committed log : found) {
            if (log.isUnsettled()) {
                return decider.exclusively(space, () -> replayDecided(space, decider));
            }
        }
        return replay(space, found);
    }

    private static int replayDecided(ObjectSpace space, JointDecider decider) {
        List<LogReader.Committed> committed = new ArrayList<>();
        for (LogReader.Committed log : new LogReader(space).committed()) { // others may have settled some meanwhile
            if (!log.isUnsettled() || decider.isCommitted(space, Objects.requireNonNull(log.joint()))) {
                committed.add(log);
            }
        }
        return replay(space, committed);
    }

    private static int replay(ObjectSpace space, List<LogReader.Committed> committed) {
        for (LogReader.Committed log : committed) {
            RedoLog.apply(space, log.entries());
            RedoLog.writeBack(space, log.entries());
        }
        if (space.load(StateLayout.LOGS_OFFSET) != Reference.NULL) {
            space.pfence();
            RedoLog.setNewest(space, Reference.NULL);
            space.pfence();
        }
        return committed.size();
    }

    /** Returns the whole records of blocks over several heaps. */
    static List<JointRecord> joint(ObjectSpace space) {
        List<JointRecord> found = new ArrayList<>();
        for (LogReader.Committed log : new LogReader(space).committed()) {
            if (log.joint() != null) {
                found.add(log.joint());
            }
        }
        return found;
    }

    /** See {@link org.jnvm.internal.transaction.HeapTransactions#close}. */
    // persist-order: [log word = null] < pfence < [freed headers of the logs]: a log in the list is whole
    synchronized boolean close() {
        for (RedoLog log : logs) {
            if (!log.isErased()) {
                return false; // a commit is still at work, or broke off
            }
        }
        RedoLog.setNewest(space, Reference.NULL);
        space.pfence();
        logs.forEach(RedoLog::retire);
        logs.clear();
        idle.clear();
        return true;
    }
}
