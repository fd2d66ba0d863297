package org.jnvm.internal.check;

import java.nio.charset.StandardCharsets;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.object.RecordList;
import org.jnvm.internal.recovery.HeapWords;

/** Reads a {@link RecordList} as far as it can be read, and reports what is wrong with it. */
final class RecordListCheck {
    private static final int MOST_TEXT_BYTES = 1 << 24;

    private final HeapWords words;
    private final Findings findings;
    private final Rule rule;

    /**
     * Prepares to read a list.
     *
     * @param rule what is broken if it cannot be read
     */
    RecordListCheck(HeapWords words, Findings findings, Rule rule) {
        this.words = words;
        this.findings = findings;
        this.rule = rule;
    }

    /** Takes a record whose checksum holds. */
    @FunctionalInterface
    interface Reader {
        /** Called for each, in the order of the list. */
        void read(long record, int id, String text);
    }

    /** Reads the list as far as it can be read. */
    void read(long word, int classId, Reader reader) {
        MarkBitmap seen = new MarkBitmap(words.end() >>> BlockLayout.BLOCK_SHIFT);
        long at = word;
        for (long ref = words.load(at); ref != Reference.NULL; ref = words.load(at)) {
            long record = Reference.offset(ref);
            if (!RawObject.is(words, ref, classId)) {
                findings.add(rule, at, "leads to no valid record: " + Reference.describe(ref));
                return;
            }
            long blocks = RawObject.markBlocks(words, record, seen);
            if (blocks < 0) {
                findings.add(rule, record, "blocks of the record are broken, or records form a cycle");
                return;
            }
            long length = words.load(record + ReservedClass.RECORD_LENGTH_OFFSET);
            long room = RawObject.room(words, record, blocks, ReservedClass.RECORD_TEXT_OFFSET);
            if (length < 0 || length > Math.min(MOST_TEXT_BYTES, room)) {
                findings.add(rule, record, "impossible text length=" + length);
            } else {
                byte[] text = RawObject.bytes(words, record, ReservedClass.RECORD_TEXT_OFFSET, (int) length);
                int id = words.chunkOf(record).loadInt(record + ReservedClass.RECORD_ID_OFFSET);
                int found = words.chunkOf(record).loadInt(record + ReservedClass.RECORD_CHECKSUM_OFFSET);
                int expected = RecordList.checksum(id, text);
                if (found == expected) {
                    reader.read(record, id, new String(text, StandardCharsets.UTF_8));
                } else {
                    findings.add(
                            rule,
                            record,
                            "checksum=0x" + Integer.toHexString(found) + ", expected=0x"
                                    + Integer.toHexString(expected));
                }
            }
            at = record + ReservedClass.RECORD_NEXT_OFFSET;
        }
    }
}
