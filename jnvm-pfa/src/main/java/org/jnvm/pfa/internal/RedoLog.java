package org.jnvm.pfa.internal;

import java.util.Arrays;
import org.jnvm.HeapFullException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.LogLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.RedoEntries;

/**
 * One redo log of an open heap: room for the record of one commit; {@link LogLayout} has its bytes. Used by one thread at
 * a time.
 */
final class RedoLog {
    private static final int LINE_BYTES = 64;
    /** Blocks that a log keeps when it does not need them: 16 KiB. */
    private static final int MOST_IDLE_BLOCKS = 64;

    private final ObjectSpace space;
    /** Whether something must be written back: else it is not worth the way through all entries. */
    private final boolean fencesCost;

    private long[] blocks = new long[4];
    private int blockCount = 1;

    /**
     * Makes a log and links it to the heap's list of logs.
     *
     * @param space the heap's objects
     */
    // persist-order: [log without a record] < pfence < [log word] < F1 of the first commit in this log, which the same
    //   thread does next. The caller holds the lock of the list of logs. A crash before F1 finds the list without the
    //   log, or with it and without a record.
    RedoLog(ObjectSpace space) {
        this.space = space;
        this.fencesCost = space.file().state().fencesCost();
        long master = space.allocator().allocateLog();
        blocks[0] = master;
        long header = header(true, 0, space.load(master));
        MappedChunk chunk = space.chunk(master);
        empty(chunk, master, space.load(StateLayout.LOGS_OFFSET));
        chunk.storeLongRelease(master, header);
        chunk.pwb(master);
        space.pfence();
        setNewest(space, Reference.toBlock(master, BlockLayout.generation(header)));
    }

    private static void empty(MappedChunk chunk, long master, long nextLog) {
        chunk.storeLong(master + LogLayout.NEXT_LOG_OFFSET, nextLog);
        chunk.storeLong(master + LogLayout.NUMBER_OFFSET, 0);
    }

    /** Changes the word that leads to the newest log, and writes it back. */
    static void setNewest(ObjectSpace space, long ref) {
        MappedChunk chunk = space.chunk(StateLayout.LOGS_OFFSET);
        chunk.storeLongRelease(StateLayout.LOGS_OFFSET, ref);
        chunk.pwb(StateLayout.LOGS_OFFSET);
    }

    private static long header(boolean master, long nextBlock, long freeHeader) {
        return BlockLayout.header(
                master ? ReservedClass.REDO_LOG : 0,
                master,
                nextBlock >>> BlockLayout.BLOCK_SHIFT,
                BlockLayout.generation(freeHeader));
    }

    /**
     * Makes the entries durable as one unit; the caller then {@linkplain #apply applies} them. There is {@linkplain #reserve room}. A record
     * that is there already is overwritten: what it names must be durable, and what it changed not be changed since by
     * anything but younger records.
     *
     * <p>The record stays: a crash is followed by a replay of it, until {@link #erase} or another commit in this log is
     * durable. If this throws, it is not known whether the next opening finds the record.
     *
     * @param entries what to commit
     * @param number the commit number
     * @param fenceFirst whether the entries refer to memory that the caller has written back and not fenced, and do not vouch
     *     for it: in-flight blocks, objects that become valid
     */
    // persist-order: I15, I16: [in-flight blocks, new objects] < F0 < [record] < F1 < [applied]
    //   F0 only if there are in-flight blocks, or new objects without CONTENT
    //   crash before F1: the record is there as a whole, with all that it refers to, and is replayed; or it is torn, or
    //     a new object is, which the checksums tell, and nothing was changed
    //   crash after F1: it is replayed, which gives the same words again
    //   the record that it overwrites is not needed: what that changed is durable, and its checksum fails from the
    //     first line on that reaches media
    void commit(RedoEntries entries, long number, boolean fenceFirst) {
        if (fenceFirst) {
            space.pfence(); // F0
        }
        write(entries, number);
        space.file().state().psync(); // F1
    }

    /**
     * Like {@link #commit}, of a block over several heaps; also in mode {@code ASYNC} of domain {@code DISK} it waits for
     * the device: what another heap is going to say of this record must not be durable before it.
     */
    void commitJointly(RedoEntries entries, long number, boolean fenceFirst) {
        if (fenceFirst) {
            space.pfence(); // F0
        }
        write(entries, number);
        space.file().psync(); // F1
    }

    /** Says that the record needs no other heap any more, and writes that back, without a fence. */
    void settle() {
        settle(space, blocks[0]);
    }

    /** See {@link #settle()}; of any log. */
    static void settle(ObjectSpace space, long master) {
        MappedChunk chunk = space.chunk(master);
        chunk.storeLongRelease(
                master + LogLayout.SETTLED_OFFSET,
                LogLayout.settled(chunk.loadLong(master + LogLayout.CHECKSUM_OFFSET)));
        chunk.pwb(master + LogLayout.SETTLED_OFFSET);
    }

    /** Writes back, without a fence, what applying the entries changed. */
    void writeBack(RedoEntries entries) {
        if (fencesCost) {
            writeBack(space, entries);
        }
    }

    /** Makes the record none, and writes that back, without a fence. What its entries changed must be durable. */
    void erase() {
        long number = blocks[0] + LogLayout.NUMBER_OFFSET;
        MappedChunk chunk = space.chunk(number);
        chunk.storeLongRelease(number, 0);
        chunk.pwb(number);
    }

    /**
     * Makes room for a record, before anything is promised. What a large commit took is given back at the next small one.
     *
     * @param count how many units it will have
     * @throws HeapFullException if the log cannot grow; nothing was changed then
     */
    // persist-order: none. The link to a slave block is in the first line of the block before it, which write() writes
    //   back with the record. A record whose links did not reach media is torn; so is the one before, which is not
    //   needed any more, when blocks of it are in use elsewhere.
    void reserve(int count) {
        int needed = LogLayout.blockOf(Math.max(0, count - 1)) + 1;
        int before = blockCount;
        try {
            while (blockCount < needed) {
                append(space.allocator().allocateLog());
            }
        } catch (HeapFullException e) {
            String had = ", log blocks=" + before + ", needed=" + needed + "; ";
            truncate(before);
            throw new HeapFullException(
                    "redo log cannot grow: entries of 16 bytes=" + count + had + e.getMessage()
                            + ", or make the failure-atomic block smaller",
                    e);
        }
        if (blockCount > Math.max(needed, MOST_IDLE_BLOCKS)) {
            truncate(Math.max(needed, MOST_IDLE_BLOCKS));
        }
    }

    private void append(long block) {
        space.chunk(block).storeLong(block, header(false, 0, space.load(block)));
        link(block);
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
        }
        blocks[blockCount++] = block;
    }

    private void truncate(int count) {
        while (blockCount > count) {
            long block = blocks[--blockCount];
            space.chunk(block).storeLong(block, header(false, 0, space.load(block))); // leads nowhere
            space.allocator().releaseFromCommit(block);
        }
        link(0);
    }

    /** Lets the last block lead to another one, or to none. */
    private void link(long block) {
        long last = blocks[blockCount - 1];
        space.chunk(last).storeLong(last, header(blockCount == 1, block, space.load(last)));
    }

    private void write(RedoEntries entries, long number) {
        int count = entries.units();
        long master = blocks[0];
        MappedChunk chunk = space.chunk(master);
        long checksum = LogLayout.mix(LogLayout.mix(LogLayout.CHECKSUM_START, number), count);
        int unit = 0;
        for (int i = 0; i < entries.size(); i++) {
            long head = LogLayout.head(entries.kind(i), entries.target(i));
            checksum = write(chunk, unit++, head, entries.argument(i), checksum);
            int words = entries.words(i);
            for (int k = 0; k < words; k += 2) {
                long second = k + 1 < words ? entries.word(i, k + 1) : 0;
                checksum = write(chunk, unit++, entries.word(i, k), second, checksum);
            }
        }
        chunk.storeLong(master + LogLayout.COUNT_OFFSET, count);
        chunk.storeLong(master + LogLayout.CHECKSUM_OFFSET, checksum);
        chunk.storeLong(master + LogLayout.NUMBER_OFFSET, number);
        writeBackRecord(count);
    }

    /** Writes a unit; returns the checksum with it. */
    private long write(MappedChunk ofMaster, int unit, long first, long second, long checksum) {
        int block = LogLayout.blockOf(unit);
        long offset = blocks[block] + LogLayout.offsetOf(unit);
        MappedChunk chunk = block == 0 ? ofMaster : space.chunk(offset);
        chunk.storeLong(offset, first);
        chunk.storeLong(offset + 8, second);
        return LogLayout.mix(LogLayout.mix(checksum, first), second);
    }

    private void writeBackRecord(int count) {
        if (!fencesCost) {
            return;
        }
        int lastBlock = LogLayout.blockOf(count - 1);
        for (int k = 0; k <= lastBlock; k++) {
            int end = k == lastBlock ? LogLayout.offsetOf(count - 1) + LogLayout.UNIT_BYTES : BlockLayout.BLOCK_BYTES;
            space.chunk(blocks[k]).pwb(blocks[k], end);
        }
    }

    /** Tells whether there is no record in the log. */
    boolean isErased() {
        return space.load(blocks[0] + LogLayout.NUMBER_OFFSET) == 0;
    }

    /** Gives the blocks back; the log is in the list of logs no more. */
    void retire() {
        for (int k = 0; k < blockCount; k++) {
            long block = blocks[k];
            MappedChunk chunk = space.chunk(block);
            chunk.storeLongRelease(block, BlockLayout.freed(chunk.loadLong(block)));
            chunk.pwb(block);
            space.allocator().retire(block); // reused when that is durable
        }
        blockCount = 0;
    }

    /** Applies entries of any log, in memory. */
    static void apply(ObjectSpace space, RedoEntries entries) {
        for (int i = 0; i < entries.size(); i++) {
            long target = entries.target(i);
            long argument = entries.argument(i);
            MappedChunk chunk = space.chunk(target);
            if (space.collecting() != null) {
                overwriting(space, entries, i);
            }
            switch (entries.kind(i)) {
                case LogLayout.COPY -> MappedChunk.copyPayload(space.chunk(argument), argument, chunk, target);
                case LogLayout.CONTENT, LogLayout.JOINT -> {}
                case LogLayout.INT -> chunk.storeInt(target, (int) argument);
                case LogLayout.RUN -> {
                    for (int k = 0; k < argument; k++) {
                        chunk.storeLongRelease(target + 8L * k, entries.word(i, k));
                    }
                }
                default -> chunk.storeLongRelease(target, argument);
            }
        }
    }

    /** Tells the collection that is under way of what an entry overwrites. */
    private static void overwriting(ObjectSpace space, RedoEntries entries, int entry) {
        long target = entries.target(entry);
        int words = 0;
        switch (entries.kind(entry)) {
            case LogLayout.COPY -> words = BlockLayout.BLOCK_BYTES / Long.BYTES;
            case LogLayout.RUN -> words = (int) entries.argument(entry);
            case LogLayout.WORD -> words = 1;
            case LogLayout.FREE -> space.changing(target, space.load(target));
            default -> {} // no reference
        }
        for (int k = 0; k < words; k++) {
            space.overwritingAt(target + 8L * k);
        }
    }

    /** Writes back what applying entries changed; the caller fences. */
    static void writeBack(ObjectSpace space, RedoEntries entries) {
        long line = -1;
        for (int i = 0; i < entries.size(); i++) {
            if (entries.kind(i) == LogLayout.CONTENT || entries.kind(i) == LogLayout.JOINT) {
                continue;
            }
            long target = entries.target(i);
            MappedChunk chunk = space.chunk(target);
            if (entries.kind(i) == LogLayout.COPY) {
                // all four lines, also those whose bytes do not change: one may be dirty from a plain store before
                chunk.pwb(target, BlockLayout.BLOCK_BYTES);
                continue;
            }
            long last = entries.kind(i) == LogLayout.RUN ? target + 8 * (entries.argument(i) - 1) : target;
            for (long next = target / LINE_BYTES; next <= last / LINE_BYTES; next++) {
                if (next != line) {
                    line = next;
                    chunk.pwb(next * LINE_BYTES);
                }
            }
        }
    }
}
