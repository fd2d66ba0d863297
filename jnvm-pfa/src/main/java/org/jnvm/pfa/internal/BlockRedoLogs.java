package org.jnvm.pfa.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.spi.FaEntries;
import org.jnvm.spi.HeapMemory;
import org.jnvm.spi.RedoLog;
import org.jnvm.spi.RedoLogs;

/** The redo logs of a heap. */
public final class BlockRedoLogs implements RedoLogs {
    private final HeapMemory memory;
    private final AtomicLong commits = new AtomicLong();
    /** Guarded by this. */
    private final List<Log> logs = new ArrayList<>();
    /** Logs for commits that are erased at once. */
    private final ConcurrentLinkedDeque<RedoLog> idle = new ConcurrentLinkedDeque<>();

    /**
     * Attaches to a heap.
     *
     * @param memory the heap's memory
     */
    public BlockRedoLogs(HeapMemory memory) {
        this.memory = memory;
    }

    @Override
    public synchronized RedoLog make() {
        Log log = new Log(memory, commits);
        logs.add(log);
        return log;
    }

    // persist-order: [what the entries refer to] < F0 < [record] < F1 < [applied] < F2 < [record = none] < F3
    @Override
    public void commit(FaEntries entries) {
        RedoLog log = idle.pollFirst();
        if (log == null) {
            log = make();
        }
        try {
            log.reserve(entries.size());
            log.commit(entries, true, () -> {});
            log.writeBack(entries);
            memory.pfence();
            log.erase();
            memory.psync();
        } finally {
            idle.addFirst(log);
        }
    }

    // persist-order: [all records applied] < pfence < [log word = null], which erases all records at once < pfence
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
            Log.writeBack(memory, entries);
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
        for (Log log : logs) {
            if (!log.isErased()) {
                return false; // a commit is still at work, or broke off
            }
        }
        memory.storeRelease(memory.logsWord(), 0);
        memory.pwb(memory.logsWord());
        memory.pfence();
        logs.forEach(Log::retire);
        logs.clear();
        idle.clear();
        return true;
    }
}
