package org.jnvm.internal.check;

import java.util.HashSet;
import java.util.Set;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
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
        new RecordListCheck(words, findings, Rule.ENUM_TABLE)
                .read(StateLayout.ENUMS_OFFSET, ReservedClass.ENUM_RECORD, this::read);
    }

    private void read(long record, int id, String text) {
        if (id <= 0 || text.split(" ").length != 2 || !ids.add(id) || !constants.add(text)) {
            findings.add(
                    Rule.ENUM_TABLE, record, "id or constant given twice or malformed: id=" + id + ", text=" + text);
        }
    }
}
