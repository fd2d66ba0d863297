package org.jnvm.internal.check;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.object.EnumTable;
import org.jnvm.internal.recovery.HeapWords;

/** Reads the table of enum constants of a heap, and reports what is wrong with it. */
final class EnumTableCheck {
    private final HeapWords words;
    private final Findings findings;
    private final Set<Integer> ids = new HashSet<>();
    private final Set<String> constants = new HashSet<>();

    EnumTableCheck(HeapWords words, Findings findings) {
        this.words = words;
        this.findings = findings;
    }

    void run() {
        new RecordList(words, findings, Rule.ENUM_TABLE)
                .read(
                        StateLayout.ENUMS_OFFSET,
                        ReservedClass.ENUM_RECORD,
                        new RecordList.Offsets(
                                ValueLayout.ENUM_NEXT_OFFSET,
                                ValueLayout.ENUM_ID_OFFSET,
                                ValueLayout.ENUM_CHECKSUM_OFFSET,
                                ValueLayout.ENUM_LENGTH_OFFSET,
                                ValueLayout.ENUM_TEXT_OFFSET),
                        EnumTable::checksum,
                        this::read);
    }

    private void read(long record, int id, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (id <= 0 || text.split(" ").length != 2 || !ids.add(id) || !constants.add(text)) {
            findings.add(
                    Rule.ENUM_TABLE, record, "id or constant given twice or malformed: id=" + id + ", text=" + text);
        }
    }
}
