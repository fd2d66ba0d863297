package org.jnvm.pfa.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.LogLayout;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.RedoEntries;
import org.jnvm.internal.transaction.JointRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records that a crash left, trusting nothing: one is applied only if its checksum is right and every entry
 * is possible. One whose checksum is wrong was being written when the crash came, and was not acknowledged.
 */
final class LogReader {
    /**
     * The record of a commit.
     *
     * @param joint what it says of a block over several heaps; null if it is of a block on one heap
     */
    record Committed(
            long number, RedoEntries entries, @Nullable JointRecord joint) {
        /** Tells whether another heap is needed to know if it counts. */
        boolean isUnsettled() {
            return joint != null && !joint.settled();
        }
    }

    /** In which order records are replayed; a test replays lanes in another one. */
    static Comparator<Committed> order = Comparator.comparingLong(Committed::number);

    private final ObjectSpace space;
    private final Set<Long> seen = new HashSet<>();

    LogReader(ObjectSpace space) {
        this.space = space;
    }

    /** Returns the records in the order of their commits, those included that may turn out not to be committed. */
    List<Committed> committed() {
        List<Committed> found = new ArrayList<>();
        for (long ref = space.load(StateLayout.LOGS_OFFSET); ref != 0; ) {
            long master = Reference.offset(ref);
            if (!space.file().isBlock(master) || !seen.add(master) || !isLogHeader(space.load(master))) {
                throw damaged(master, "no log there, or twice in the list");
            }
            long number = space.load(master + LogLayout.NUMBER_OFFSET);
            RedoEntries entries = number == 0 ? null : entries(master, number);
            if (entries != null) {
                found.add(new Committed(number, entries, joint(master, entries)));
            }
            ref = space.load(master + LogLayout.NEXT_LOG_OFFSET);
        }
        found.sort(order);
        return found;
    }

    /** Returns what a record says of a block over several heaps, or null. */
    private @Nullable JointRecord joint(long master, RedoEntries entries) {
        if (entries.size() == 0 || entries.kind(0) != LogLayout.JOINT) {
            return null;
        }
        long[] words = new long[entries.words(0)];
        for (int k = 0; k < words.length; k++) {
            words[k] = entries.word(0, k);
        }
        boolean settled = JointRecord.isSettled(
                space.load(master + LogLayout.SETTLED_OFFSET), space.load(master + LogLayout.CHECKSUM_OFFSET));
        JointRecord joint = JointRecord.decode(master, settled, words);
        if (joint == null) {
            throw damaged(master, "block over several heaps that names none: words=" + words.length);
        }
        return joint;
    }

    /** Returns the entries of a record, or null if it is torn. */
    private RedoEntries entries(long master, long number) {
        long count = space.load(master + LogLayout.COUNT_OFFSET);
        long[] blocks = blocks(master, count);
        if (blocks.length == 0) {
            return null;
        }
        HeapState state = space.file().state();
        if (state.is(HeapState.RECORDING)) {
            state.recorder().loadingChecksummed(words(master, blocks, (int) count));
        }
        long checksum = LogLayout.mix(LogLayout.mix(LogLayout.CHECKSUM_START, number), count);
        for (int i = 0; i < count; i++) {
            long offset = unit(blocks, i);
            checksum = LogLayout.mix(LogLayout.mix(checksum, space.load(offset)), space.load(offset + 8));
        }
        if (checksum != space.load(master + LogLayout.CHECKSUM_OFFSET)) {
            return null;
        }
        return parse(master, blocks, (int) count);
    }

    /** Returns the entries of a record whose checksum is right; null if a new object has not the content that it needs. */
    private RedoEntries parse(long master, long[] blocks, int count) {
        RedoEntries entries = new RedoEntries();
        int runWords = 0; // at most 2 for each unit
        for (int i = 0; i < count; ) {
            long offset = unit(blocks, i++);
            long head = space.load(offset);
            int kind = LogLayout.kind(head);
            long target = LogLayout.target(head);
            long argument = space.load(offset + 8);
            check(master, kind, target, argument);
            if (kind == LogLayout.CONTENT && !isThere(target, argument)) {
                return null;
            }
            if (!LogLayout.hasWords(kind)) {
                entries.add(kind, target, argument);
                continue;
            }
            int words = (int) argument;
            runWords += words;
            if (LogLayout.unitsOf(words) > count - i || runWords > RedoEntries.MOST_RUN_WORDS) {
                throw damaged(master, "run of " + words + " words, in all=" + runWords + ", units left=" + (count - i));
            }
            if (kind == LogLayout.JOINT) {
                entries.addJoint(words);
            } else {
                entries.addRun(target, words);
            }
            for (int k = 0; k < words; k++) {
                entries.addWord(space.load(unit(blocks, i + (k >>> 1)) + 8L * (k & 1)));
            }
            i += LogLayout.unitsOf(words);
        }
        return entries;
    }

    /** Tells whether a new object has the content that it had when the record was written. */
    private boolean isThere(long object, long argument) {
        HeapState state = space.file().state();
        if (state.is(HeapState.RECORDING)) {
            state.recorder()
                    .loadingChecksummed(LongStream.rangeClosed(1, LogLayout.contentWords(argument))
                            .map(word -> object + Long.BYTES * word)
                            .toArray());
        }
        return NewContent.isThere(space, object, argument);
    }

    private static long unit(long[] blocks, int unit) {
        return blocks[LogLayout.blockOf(unit)] + LogLayout.offsetOf(unit);
    }

    private static long[] words(long master, long[] blocks, int count) {
        long[] words = new long[2 * count + 1];
        for (int i = 0; i < count; i++) {
            words[2 * i] = unit(blocks, i);
            words[2 * i + 1] = words[2 * i] + Long.BYTES;
        }
        words[2 * count] = master + LogLayout.CHECKSUM_OFFSET;
        return words;
    }

    /** Returns the blocks that hold a number of units, none if there are not as many. */
    private long[] blocks(long master, long count) {
        LongStream.Builder blocks = LongStream.builder();
        Set<Long> chain = new HashSet<>();
        long left = count;
        long block = master;
        while (left > 0) {
            if (!space.file().isBlock(block) || !chain.add(block)) {
                return new long[0];
            }
            blocks.add(block);
            left -= block == master ? LogLayout.MASTER_UNITS : LogLayout.SLAVE_UNITS;
            block = BlockLayout.next(space.load(block)) << BlockLayout.BLOCK_SHIFT;
        }
        return blocks.build().toArray();
    }

    private void check(long master, int kind, long target, long argument) {
        boolean possible = switch (kind) {
            case LogLayout.COPY -> areAlike(target, argument);
            case LogLayout.VALIDATE, LogLayout.FREE -> space.file().isBlock(target) || isSlot(target);
            case LogLayout.WORD -> isWord(target);
            case LogLayout.INT -> (target & 3) == 0 && space.file().isWithin(target);
            case LogLayout.CONTENT ->
                (space.file().isBlock(target) || isSlot(target))
                        && (target & PageLayout.PAGE_MASK) + 8L * LogLayout.contentWords(argument)
                                < PageLayout.PAGE_BYTES;
            case LogLayout.RUN ->
                isWord(target)
                        && argument > 0
                        && argument <= BlockLayout.BLOCK_BYTES - (target & BlockLayout.BLOCK_MASK) >>> 3;
            case LogLayout.JOINT -> target == 0 && argument > 0 && argument <= RedoEntries.MOST_RUN_WORDS;
            default -> false;
        };
        if (!possible) {
            throw damaged(
                    master,
                    "impossible entry: kind=" + kind + ", target=0x" + Long.toHexString(target) + ", argument=0x"
                            + Long.toHexString(argument));
        }
    }

    /** Tells whether two blocks have headers both or neither, so that one can be copied to the other. */
    private boolean areAlike(long target, long copy) {
        return space.file().isBlock(target) ? space.file().isBlock(copy) : isInterior(target) && isInterior(copy);
    }

    private boolean isInterior(long block) {
        return (block & BlockLayout.BLOCK_MASK) == 0
                && space.file().isWithin(block)
                && space.chunk(block).isInterior(block);
    }

    private static boolean isLogHeader(long header) {
        return BlockLayout.classId(header) == ReservedClass.REDO_LOG && BlockLayout.isValid(header);
    }

    private boolean isSlot(long offset) {
        return (offset & BlockLayout.BLOCK_MASK) != 0 && space.isSlot(offset);
    }

    private boolean isWord(long offset) {
        return (offset & 7) == 0 && space.file().isWithin(offset);
    }

    private HeapFormatException damaged(long master, String what) {
        return new HeapFormatException("redo log damaged: heap=" + space.file().path() + ", log=0x"
                + Long.toHexString(master) + ", " + what + "; restore the file from a copy");
    }
}
