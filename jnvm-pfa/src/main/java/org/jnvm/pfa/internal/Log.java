package org.jnvm.pfa.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jnvm.HeapFullException;
import org.jnvm.spi.FaEntries;
import org.jnvm.spi.HeapMemory;

/** One redo log of an open heap. Leased to one commit at a time; used by one thread at a time. */
final class Log {
    private static final int LINE_BYTES = 64;

    private final HeapMemory memory;
    private final CRC32C crc = new CRC32C();
    private long[] blocks = new long[4];
    private int blockCount = 1;
    private ByteBuffer checked = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * Makes a log and links it to the heap's list of logs.
     *
     * @param memory the heap
     */
    // persist-order: [log with commit word 0] < pfence < [log word] < F1 of the first commit in this log, which this
    // same
    //   thread does next < any commit mark in it. The caller holds the lock of the list of logs.
    Log(HeapMemory memory) {
        this.memory = memory;
        long master = memory.allocateBlock();
        blocks[0] = master;
        long header = memory.logHeader(true, 0, memory.load(master));
        memory.store(master + LogLayout.NEXT_LOG_OFFSET, memory.load(memory.logsWord()));
        memory.store(master + LogLayout.COMMIT_OFFSET, 0);
        memory.storeRelease(master, header);
        memory.pwb(master);
        memory.pfence();
        memory.storeRelease(memory.logsWord(), memory.reference(master, header));
        memory.pwb(memory.logsWord());
    }

    /**
     * Commits entries and applies them.
     *
     * @param entries the entries; what they refer to is written back, not fenced
     * @param number the commit number
     */
    // persist-order: [log but its first line, in-flight blocks, new objects] < F1 < [first line, commit word last] < F2
    //                < [applied] < F3 < [commit word = 0] < F4 < later writes to any block the log names
    //   crash before F1 or F2: the log counts as committed or not, and if so all it refers to is there
    //   crash before F3 or F4: the log is replayed, which gives the same words again
    //   without F4 a later durable write to a target could be undone by a replay
    void commit(FaEntries entries, long number) {
        reserve(entries.size());
        write(entries, number);
        memory.pfence(); // F1
        long commitWord = blocks[0] + LogLayout.COMMIT_OFFSET;
        memory.storeRelease(commitWord, number);
        memory.pwb(commitWord);
        memory.pfence(); // F2
        for (int i = 0; i < entries.size(); i++) {
            apply(memory, entries.kind(i), entries.target(i), entries.argument(i));
        }
        memory.pfence(); // F3
        memory.storeRelease(commitWord, 0);
        memory.pwb(commitWord);
        memory.psync(); // F4
    }

    /** Makes room before anything is promised: after this, a commit needs no memory of the heap. */
    // persist-order: none. A link to a new slave block is durable with the commit mark, in whose line the first link
    //   is, or by F1, since write() writes back the header lines of all other blocks that it uses.
    private void reserve(int count) {
        int needed = LogLayout.blockOf(Math.max(0, count - 1)) + 1;
        while (blockCount < needed) {
            long block;
            try {
                block = memory.allocateBlock();
            } catch (HeapFullException e) {
                throw new HeapFullException(
                        "redo log cannot grow: entries=" + count + ", log blocks=" + blockCount + ", needed=" + needed
                                + "; " + e.getMessage() + ", or make the failure-atomic block smaller",
                        e);
            }
            memory.store(block, memory.logHeader(false, 0, memory.load(block)));
            long last = blocks[blockCount - 1];
            memory.store(last, memory.logHeader(blockCount == 1, block, memory.load(last)));
            if (blockCount == blocks.length) {
                blocks = Arrays.copyOf(blocks, blockCount * 2);
            }
            blocks[blockCount++] = block;
        }
    }

    private void write(FaEntries entries, long number) {
        int count = entries.size();
        ByteBuffer bytes = checksumBuffer(count);
        bytes.putLong(number).putLong(count);
        for (int i = 0; i < count; i++) {
            long place = blocks[LogLayout.blockOf(i)] + LogLayout.offsetOf(i);
            long head = LogLayout.head(entries.kind(i), entries.target(i));
            memory.store(place, head);
            memory.store(place + 8, entries.argument(i));
            bytes.putLong(head).putLong(entries.argument(i));
        }
        memory.store(blocks[0] + LogLayout.COUNT_OFFSET, count);
        memory.store(blocks[0] + LogLayout.CHECKSUM_OFFSET, checksum(bytes));
        writeBack(count);
    }

    /**
     * Writes back the lines that hold entries, but for the log's first line. That one also holds the commit word, which
     * is stored after everything else in it: stores of one line persist in their order.
     */
    private void writeBack(int count) {
        int lastBlock = LogLayout.blockOf(count - 1);
        for (int k = 0; k <= lastBlock; k++) {
            int end = k == lastBlock ? LogLayout.offsetOf(count - 1) + LogLayout.ENTRY_BYTES : LogLayout.BLOCK_BYTES;
            for (int line = k == 0 ? LINE_BYTES : 0; line < end; line += LINE_BYTES) {
                memory.pwb(blocks[k] + line);
            }
        }
    }

    /** Tells whether no commit is marked in the log. */
    boolean isErased() {
        return memory.load(blocks[0] + LogLayout.COMMIT_OFFSET) == 0;
    }

    /** Gives the blocks back; the log is in the list of logs no more. */
    void retire() {
        for (int k = 0; k < blockCount; k++) {
            memory.retireBlock(blocks[k]);
        }
        blockCount = 0;
    }

    private ByteBuffer checksumBuffer(int count) {
        int bytes = 16 + count * LogLayout.ENTRY_BYTES;
        if (checked.capacity() < bytes) {
            checked =
                    ByteBuffer.allocate(Math.max(bytes, checked.capacity() * 2)).order(ByteOrder.LITTLE_ENDIAN);
        }
        return checked.clear();
    }

    private long checksum(ByteBuffer bytes) {
        crc.reset();
        crc.update(bytes.array(), 0, bytes.position());
        return crc.getValue();
    }

    /** Applies one entry and writes it back; the caller fences. */
    static void apply(HeapMemory memory, int kind, long target, long argument) {
        if (kind == FaEntries.COPY) {
            // all four lines, also those whose bytes do not change: one may be dirty from a plain store before
            memory.copyPayload(argument, target);
            memory.pwbBlock(target);
        } else {
            memory.storeRelease(target, argument);
            memory.pwb(target);
        }
    }
}
