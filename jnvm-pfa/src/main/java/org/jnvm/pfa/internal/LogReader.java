package org.jnvm.pfa.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jnvm.HeapFormatException;
import org.jnvm.spi.FaEntries;
import org.jnvm.spi.HeapMemory;

/**
 * Reads the records that a crash left, trusting nothing: one is applied only if its checksum is right and every entry
 * is possible. One whose checksum is wrong was being written when the crash came, and was not acknowledged.
 */
final class LogReader {
    /** The record of a commit. */
    record Committed(long number, FaEntries entries) {}

    private final HeapMemory memory;
    private final Set<Long> seen = new HashSet<>();

    LogReader(HeapMemory memory) {
        this.memory = memory;
    }

    /** Returns the records in the order of their commits. */
    List<Committed> committed() {
        List<Committed> found = new ArrayList<>();
        for (long ref = memory.load(memory.logsWord()); ref != 0; ) {
            long master = memory.offset(ref);
            if (!memory.isBlock(master) || !seen.add(master) || !memory.isLogHeader(memory.load(master))) {
                throw damaged(master, "no log there, or twice in the list");
            }
            long number = memory.load(master + LogLayout.NUMBER_OFFSET);
            FaEntries entries = number == 0 ? null : entries(master, number);
            if (entries != null) {
                found.add(new Committed(number, entries));
            }
            ref = memory.load(master + LogLayout.NEXT_LOG_OFFSET);
        }
        found.sort(Comparator.comparingLong(Committed::number));
        return found;
    }

    /** Returns the entries of a record, or null if it is torn. */
    private FaEntries entries(long master, long number) {
        long count = memory.load(master + LogLayout.COUNT_OFFSET);
        long[] blocks = blocks(master, count);
        if (blocks.length == 0) {
            return null;
        }
        memory.loadingChecksummed(words(master, blocks, (int) count));
        FaEntries entries = new FaEntries();
        long checksum = LogLayout.mix(LogLayout.mix(LogLayout.CHECKSUM_START, number), count);
        for (int i = 0; i < count; i++) {
            long place = blocks[LogLayout.blockOf(i)] + LogLayout.offsetOf(i);
            long head = memory.load(place);
            long argument = memory.load(place + 8);
            checksum = LogLayout.mix(LogLayout.mix(checksum, head), argument);
            entries.add(LogLayout.kind(head), LogLayout.target(head), argument);
        }
        if (checksum != memory.load(master + LogLayout.CHECKSUM_OFFSET)) {
            return null;
        }
        for (int i = 0; i < count; i++) {
            check(master, entries.kind(i), entries.target(i), entries.argument(i));
        }
        return entries;
    }

    private static long[] words(long master, long[] blocks, int count) {
        long[] words = new long[2 * count + 1];
        for (int i = 0; i < count; i++) {
            words[2 * i] = blocks[LogLayout.blockOf(i)] + LogLayout.offsetOf(i);
            words[2 * i + 1] = words[2 * i] + Long.BYTES;
        }
        words[2 * count] = master + LogLayout.CHECKSUM_OFFSET;
        return words;
    }

    /** Returns the blocks that hold a number of entries, none if there are not as many. */
    private long[] blocks(long master, long count) {
        LongStream.Builder blocks = LongStream.builder();
        Set<Long> chain = new HashSet<>();
        long left = count;
        long block = master;
        while (left > 0) {
            if (!memory.isBlock(block) || !chain.add(block)) {
                return new long[0];
            }
            blocks.add(block);
            left -= block == master ? LogLayout.MASTER_ENTRIES : LogLayout.SLAVE_ENTRIES;
            block = memory.nextBlock(memory.load(block));
        }
        return blocks.build().toArray();
    }

    private void check(long master, int kind, long target, long argument) {
        boolean possible = switch (kind) {
            case FaEntries.COPY -> memory.isBlock(target) && memory.isBlock(argument);
            case FaEntries.VALIDATE, FaEntries.FREE -> memory.isBlock(target) || memory.isSlot(target);
            case FaEntries.WORD -> memory.isWord(target);
            default -> false;
        };
        if (!possible) {
            throw damaged(
                    master,
                    "impossible entry: kind=" + kind + ", target=0x" + Long.toHexString(target) + ", argument=0x"
                            + Long.toHexString(argument));
        }
    }

    private HeapFormatException damaged(long master, String what) {
        return new HeapFormatException("redo log damaged: heap=" + memory.name() + ", log=0x" + Long.toHexString(master)
                + ", " + what + "; restore the file from a copy");
    }
}
