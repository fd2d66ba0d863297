package org.jnvm.pfa.internal;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.HeapFullException;
import org.jnvm.spi.FaEntries;
import org.jnvm.spi.HeapMemory;
import org.jnvm.spi.RedoLog;

/** A redo log of an open heap. */
final class Log implements RedoLog {
    private static final int LINE_BYTES = 64;
    /** Blocks that a log keeps when it does not need them: 16 KiB. */
    private static final int MOST_IDLE_BLOCKS = 64;

    private final HeapMemory memory;
    private final AtomicLong commits;
    private long[] blocks = new long[4];
    private int blockCount = 1;

    /**
     * Makes a log and links it to the heap's list of logs.
     *
     * @param memory the heap
     * @param commits the number of the last commit on the heap
     */
    // persist-order: [log without a record] < pfence < [log word] < F1 of the first commit in this log, which the same
    //   thread does next. The caller holds the lock of the list of logs. A crash before F1 finds the list without the
    //   log, or with it and without a record.
    Log(HeapMemory memory, AtomicLong commits) {
        this.memory = memory;
        this.commits = commits;
        long master = memory.allocateBlock();
        blocks[0] = master;
        long header = memory.logHeader(true, 0, memory.load(master));
        memory.store(master + LogLayout.NEXT_LOG_OFFSET, memory.load(memory.logsWord()));
        memory.store(master + LogLayout.NUMBER_OFFSET, 0);
        memory.storeRelease(master, header);
        memory.pwb(master);
        memory.pfence();
        memory.storeRelease(memory.logsWord(), memory.reference(master, header));
        memory.pwb(memory.logsWord());
    }

    // persist-order: [in-flight blocks, new objects] < F0 < [record] < F1 < [applied]; F0 only if there are any of
    // these
    //   crash before F1: the record is there as a whole, with all that it refers to, and is replayed; or it is torn,
    //     which its checksum tells, and nothing was changed
    //   crash after F1: it is replayed, which gives the same words again
    //   the record that it overwrites is not needed: what that changed is durable, and its checksum fails from the
    //     first line on that reaches media
    @Override
    public void commit(FaEntries entries, boolean fenceFirst, Runnable durable) {
        if (fenceFirst) {
            memory.pfence(); // F0
        }
        write(entries, commits.incrementAndGet());
        memory.psync(); // F1
        durable.run();
        for (int i = 0; i < entries.size(); i++) {
            apply(memory, entries.kind(i), entries.target(i), entries.argument(i));
        }
    }

    @Override
    public void writeBack(FaEntries entries) {
        writeBack(memory, entries);
    }

    @Override
    public void erase() {
        long number = blocks[0] + LogLayout.NUMBER_OFFSET;
        memory.storeRelease(number, 0);
        memory.pwb(number);
    }

    /** {@inheritDoc} What a large commit took is given back at the next small one. */
    // persist-order: none. The link to a slave block is in the first line of the block before it, which write() writes
    //   back with the record. A record whose links did not reach media is torn; so is the one before, which is not
    //   needed any more, when blocks of it are in use elsewhere.
    @Override
    public void reserve(int count) {
        int needed = LogLayout.blockOf(Math.max(0, count - 1)) + 1;
        int before = blockCount;
        try {
            while (blockCount < needed) {
                append(memory.allocateBlock());
            }
        } catch (HeapFullException e) {
            String had = ", log blocks=" + before + ", needed=" + needed + "; ";
            truncate(before);
            throw new HeapFullException(
                    "redo log cannot grow: entries=" + count + had + e.getMessage()
                            + ", or make the failure-atomic block smaller",
                    e);
        }
        if (blockCount > Math.max(needed, MOST_IDLE_BLOCKS)) {
            truncate(Math.max(needed, MOST_IDLE_BLOCKS));
        }
    }

    private void append(long block) {
        memory.store(block, memory.logHeader(false, 0, memory.load(block)));
        link(block);
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
        }
        blocks[blockCount++] = block;
    }

    private void truncate(int count) {
        while (blockCount > count) {
            long block = blocks[--blockCount];
            memory.store(block, memory.logHeader(false, 0, memory.load(block))); // leads nowhere
            memory.releaseBlock(block);
        }
        link(0);
    }

    /** Lets the last block lead to another one, or to none. */
    private void link(long block) {
        long last = blocks[blockCount - 1];
        memory.store(last, memory.logHeader(blockCount == 1, block, memory.load(last)));
    }

    private void write(FaEntries entries, long number) {
        int count = entries.size();
        long checksum = LogLayout.mix(LogLayout.mix(LogLayout.CHECKSUM_START, number), count);
        for (int i = 0; i < count; i++) {
            long place = blocks[LogLayout.blockOf(i)] + LogLayout.offsetOf(i);
            long head = LogLayout.head(entries.kind(i), entries.target(i));
            memory.store(place, head);
            memory.store(place + 8, entries.argument(i));
            checksum = LogLayout.mix(LogLayout.mix(checksum, head), entries.argument(i));
        }
        long master = blocks[0];
        memory.store(master + LogLayout.COUNT_OFFSET, count);
        memory.store(master + LogLayout.CHECKSUM_OFFSET, checksum);
        memory.store(master + LogLayout.NUMBER_OFFSET, number);
        writeBackRecord(count);
    }

    private void writeBackRecord(int count) {
        int lastBlock = LogLayout.blockOf(count - 1);
        for (int k = 0; k <= lastBlock; k++) {
            int end = k == lastBlock ? LogLayout.offsetOf(count - 1) + LogLayout.ENTRY_BYTES : LogLayout.BLOCK_BYTES;
            for (int line = 0; line < end; line += LINE_BYTES) {
                memory.pwb(blocks[k] + line);
            }
        }
    }

    /** Tells whether there is no record in the log. */
    boolean isErased() {
        return memory.load(blocks[0] + LogLayout.NUMBER_OFFSET) == 0;
    }

    /** Gives the blocks back; the log is in the list of logs no more. */
    void retire() {
        for (int k = 0; k < blockCount; k++) {
            memory.retireBlock(blocks[k]);
        }
        blockCount = 0;
    }

    /** Applies one entry, in memory. */
    static void apply(HeapMemory memory, int kind, long target, long argument) {
        if (kind == FaEntries.COPY) {
            memory.copyPayload(argument, target);
        } else {
            memory.storeRelease(target, argument);
        }
    }

    /** Writes back what applying entries changed; the caller fences. */
    static void writeBack(HeapMemory memory, FaEntries entries) {
        long line = -1;
        for (int i = 0; i < entries.size(); i++) {
            long target = entries.target(i);
            if (entries.kind(i) == FaEntries.COPY) {
                // all four lines, also those whose bytes do not change: one may be dirty from a plain store before
                memory.pwbBlock(target);
            } else if (target / LINE_BYTES != line) {
                line = target / LINE_BYTES;
                memory.pwb(target);
            }
        }
    }
}
