package org.jnvm.internal.check;

import org.jnvm.HeapCheck.Rule;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.recovery.HeapWords;

/** A list of records, each a number, a checksum and a text, as the tables of classes and of enum constants are. */
final class RecordList {
    private static final int MOST_TEXT_BYTES = 1 << 24;

    private final HeapWords words;
    private final Findings findings;
    private final Rule rule;

    /**
     * Prepares to read a list.
     *
     * @param rule what is broken if it cannot be read
     */
    RecordList(HeapWords words, Findings findings, Rule rule) {
        this.words = words;
        this.findings = findings;
        this.rule = rule;
    }

    /** Takes a record whose checksum holds. */
    @FunctionalInterface
    interface Reader {
        /** Called for each, in the order of the list. */
        void read(long record, int id, byte[] text);
    }

    /** How the checksum of a record is computed. */
    @FunctionalInterface
    interface Checksum {
        int of(int id, byte[] text);
    }

    /** Where in a record its parts are. */
    record Offsets(int next, int id, int checksum, int length, int text) {}

    /** Reads the list as far as it can be read. */
    void read(long word, int classId, Offsets offsets, Checksum checksum, Reader reader) {
        MarkBitmap seen = new MarkBitmap(words.end() >>> BlockLayout.BLOCK_SHIFT);
        long place = word;
        for (long ref = words.load(place); ref != Reference.NULL; ref = words.load(place)) {
            long record = Reference.offset(ref);
            if (!RawObject.is(words, ref, classId)) {
                findings.add(rule, place, "leads to no valid record: " + Reference.describe(ref));
                return;
            }
            long blocks = RawObject.markBlocks(words, record, seen);
            if (blocks < 0) {
                findings.add(rule, record, "blocks of the record are broken, or records form a cycle");
                return;
            }
            long length = words.load(record + offsets.length);
            if (length < 0 || length > Math.min(MOST_TEXT_BYTES, RawObject.room(blocks, offsets.text))) {
                findings.add(rule, record, "impossible text length=" + length);
            } else {
                byte[] text = RawObject.bytes(words, record, offsets.text, (int) length);
                int id = words.chunkOf(record).loadInt(record + offsets.id);
                int found = words.chunkOf(record).loadInt(record + offsets.checksum);
                int expected = checksum.of(id, text);
                if (found == expected) {
                    reader.read(record, id, text);
                } else {
                    findings.add(
                            rule,
                            record,
                            "checksum=0x" + Integer.toHexString(found) + ", expected=0x"
                                    + Integer.toHexString(expected));
                }
            }
            place = record + offsets.next;
        }
    }
}
