package org.jnvm.internal.check;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ClassTable;
import org.jnvm.internal.recovery.HeapWords;

/** Reads the class table of a heap as far as it can be read, and reports what is wrong with it. */
final class ClassTableCheck {
    private final HeapWords words;
    private final Findings findings;
    private ClassLayout[] layouts = new ClassLayout[BlockLayout.FIRST_USER_CLASS_ID];
    private final Map<String, Integer> versions = new HashMap<>();

    ClassTableCheck(HeapWords words, Findings findings) {
        this.words = words;
        this.findings = findings;
    }

    /** Returns the layouts by class id. */
    ClassLayout[] read() {
        for (int id = 1; id < layouts.length; id++) {
            layouts[id] = ReservedClass.coreLayout(id);
        }
        MarkBitmap seen = new MarkBitmap(words.end() >>> BlockLayout.BLOCK_SHIFT);
        long place = StateLayout.CLASS_TABLE_OFFSET;
        for (long ref = words.load(place); ref != Reference.NULL; ref = words.load(place)) {
            long record = Reference.offset(ref);
            if (!RawObject.is(words, ref, ReservedClass.CLASS_RECORD)) {
                findings.add(Rule.CLASS_TABLE, place, "leads to no valid class record: " + Reference.describe(ref));
                break;
            }
            long blocks = RawObject.markBlocks(words, record, seen);
            if (blocks < 0) {
                findings.add(Rule.CLASS_TABLE, record, "blocks of the record are broken, or records form a cycle");
                break;
            }
            read(record, blocks);
            place = record + ReservedClass.RECORD_NEXT_OFFSET;
        }
        return layouts;
    }

    private void read(long record, long blocks) {
        long length = words.load(record + ReservedClass.RECORD_LENGTH_OFFSET);
        if (length < 0 || length > Math.min(1 << 24, RawObject.room(blocks, ReservedClass.RECORD_TEXT_OFFSET))) {
            findings.add(Rule.CLASS_TABLE, record, "impossible text length=" + length);
            return;
        }
        byte[] text = RawObject.bytes(words, record, ReservedClass.RECORD_TEXT_OFFSET, (int) length);
        int id = words.chunkOf(record).loadInt(record + ReservedClass.RECORD_ID_OFFSET);
        int checksum = words.chunkOf(record).loadInt(record + ReservedClass.RECORD_CHECKSUM_OFFSET);
        int expected = ClassTable.checksum(id, text);
        if (checksum != expected) {
            findings.add(
                    Rule.CLASS_TABLE,
                    record,
                    "checksum=0x" + Integer.toHexString(checksum) + ", expected=0x" + Integer.toHexString(expected));
            return;
        }
        if (id <= 0 || id > BlockLayout.CLASS_ID_MAX || id < layouts.length && layouts[id] != null) {
            findings.add(Rule.CLASS_TABLE, record, "class id given twice or out of range: id=" + id);
            return;
        }
        try {
            add(record, id, ClassLayout.parse(new String(text, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            findings.add(Rule.CLASS_TABLE, record, e.getMessage());
        }
    }

    private void add(long record, int id, ClassLayout layout) {
        Integer newer = versions.put(layout.className(), layout.version());
        if (newer != null && newer <= layout.version()) {
            findings.add(
                    Rule.CLASS_TABLE,
                    record,
                    layout.className(),
                    "versions out of order: version=" + layout.version() + ", in a newer record=" + newer);
        }
        if (id >= layouts.length) {
            layouts = Arrays.copyOf(layouts, id * 2);
        }
        layouts[id] = layout;
    }
}
