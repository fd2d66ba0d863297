package org.jnvm.pfa.internal;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.spi.FaEntries;
import org.jnvm.spi.HeapMemory;
import org.jnvm.spi.RedoLogs;

/**
 * The redo logs of a heap, leased to one commit each: as many logs as there were commits at a time, however many
 * threads there are.
 */
public final class BlockRedoLogs implements RedoLogs {
    private final HeapMemory memory;
    private final ConcurrentLinkedDeque<Log> idle = new ConcurrentLinkedDeque<>();
    private final AtomicLong commits = new AtomicLong();
    /** Logs that were made; guarded by this. */
    private int logCount;

    /**
     * Attaches to a heap.
     *
     * @param memory the heap's memory
     */
    public BlockRedoLogs(HeapMemory memory) {
        this.memory = memory;
    }

    @Override
    public void commit(FaEntries entries) {
        Log log = idle.pollFirst();
        if (log == null) {
            log = make();
        }
        try {
            log.commit(entries, commits.incrementAndGet());
        } finally {
            idle.addFirst(log);
        }
    }

    private synchronized Log make() {
        Log log = new Log(memory);
        logCount++;
        return log;
    }

    // persist-order: [all committed logs applied] < pfence < [log word = null], which erases all logs at once < pfence
    //   A crash before the last fence replays them again, which gives the same words. The logs' blocks are reachable
    //   from nothing afterwards: the recovery pass, which runs next, frees them.
    @Override
    public int replay() {
        List<LogReader.Committed> committed = new LogReader(memory).committed();
        for (LogReader.Committed log : committed) {
            FaEntries entries = log.entries();
            for (int i = 0; i < entries.size(); i++) {
                Log.apply(memory, entries.kind(i), entries.target(i), entries.argument(i));
            }
        }
        if (memory.load(memory.logsWord()) != 0) {
            memory.pfence();
            memory.storeRelease(memory.logsWord(), 0);
            memory.pwb(memory.logsWord());
            memory.pfence();
        }
        return committed.size();
    }

    // persist-order: [log word = null] < pfence < [freed headers of the logs]: a log in the list is whole
    @Override
    public synchronized boolean close() {
        int made = 0;
        for (Log log : idle) {
            if (!log.isErased()) {
                return false;
            }
            made++;
        }
        if (made != logCount) {
            return false; // a commit is still at work, or broke off
        }
        memory.storeRelease(memory.logsWord(), 0);
        memory.pwb(memory.logsWord());
        memory.pfence();
        for (Log log = idle.pollFirst(); log != null; log = idle.pollFirst()) {
            log.retire();
        }
        return true;
    }
}
