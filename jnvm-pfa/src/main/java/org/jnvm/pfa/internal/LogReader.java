package org.jnvm.pfa.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jnvm.HeapFormatException;
import org.jnvm.spi.FaEntries;
import org.jnvm.spi.HeapMemory;

/** Reads the logs that a crash left, trusting nothing: a log is applied only if every entry is possible. */
final class LogReader {
    /** A committed log. */
    record Committed(long number, FaEntries entries) {}

    private final HeapMemory memory;
    private final Set<Long> seen = new HashSet<>();

    LogReader(HeapMemory memory) {
        this.memory = memory;
    }

    /** Returns the committed logs in the order of their commits. */
    List<Committed> committed() {
        List<Committed> found = new ArrayList<>();
        for (long ref = memory.load(memory.logsWord()); ref != 0; ) {
            long master = memory.offset(ref);
            if (!memory.isBlock(master) || !seen.add(master) || !memory.isLogHeader(memory.load(master))) {
                throw damaged(master, "no log there, or twice in the list");
            }
            long number = memory.load(master + LogLayout.COMMIT_OFFSET);
            if (number != 0) {
                found.add(new Committed(number, entries(master, number)));
            }
            ref = memory.load(master + LogLayout.NEXT_LOG_OFFSET);
        }
        found.sort(Comparator.comparingLong(Committed::number));
        return found;
    }

    private FaEntries entries(long master, long number) {
        List<Long> blocks = new ArrayList<>();
        for (long block = master; block != 0; block = memory.nextBlock(memory.load(block))) {
            if (!memory.isBlock(block) || block != master && !seen.add(block)) {
                throw damaged(master, "broken chain of blocks");
            }
            blocks.add(block);
        }
        long count = memory.load(master + LogLayout.COUNT_OFFSET);
        if (count <= 0 || count > LogLayout.capacity(blocks.size())) {
            throw damaged(master, "impossible number of entries=" + count);
        }
        FaEntries entries = new FaEntries();
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(16 + count * LogLayout.ENTRY_BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(number).putLong(count);
        for (int i = 0; i < count; i++) {
            long place = blocks.get(LogLayout.blockOf(i)) + LogLayout.offsetOf(i);
            long head = memory.load(place);
            long argument = memory.load(place + 8);
            bytes.putLong(head).putLong(argument);
            entries.add(LogLayout.kind(head), LogLayout.target(head), argument);
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes.array());
        long checksum = memory.load(master + LogLayout.CHECKSUM_OFFSET);
        if (checksum != crc.getValue()) {
            throw damaged(
                    master,
                    "checksum=0x" + Long.toHexString(checksum) + ", expected=0x" + Long.toHexString(crc.getValue()));
        }
        for (int i = 0; i < count; i++) {
            check(master, entries.kind(i), entries.target(i), entries.argument(i));
        }
        return entries;
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
