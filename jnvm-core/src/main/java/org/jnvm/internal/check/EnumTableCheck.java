package org.jnvm.internal.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.recovery.HeapWords;

/** Reads the table of enum constants of a heap, and reports what is wrong with it, and with fields that use it. */
final class EnumTableCheck {
    private final HeapWords words;
    private final Findings findings;
    /** Whether records may be missing. */
    private boolean damaged;
    /** Name of the enum by id. */
    private final Map<Integer, String> enums = new HashMap<>();

    private final Set<String> constants = new HashSet<>();

    EnumTableCheck(HeapWords words, Findings findings) {
        this.words = words;
        this.findings = findings;
    }

    void run() {
        new RecordListCheck(words, findings, Rule.ENUM_TABLE)
                .read(StateLayout.ENUMS_OFFSET, ReservedClass.ENUM_RECORD, this::read);
        damaged = findings.count(Rule.ENUM_TABLE) > 0;
    }

    private void read(long record, int id, String text) {
        String[] words = text.split(" ");
        if (id <= 0 || words.length != 2 || enums.put(id, words[0]) != null || !constants.add(text)) {
            findings.add(
                    Rule.ENUM_TABLE, record, "id or constant given twice or malformed: id=" + id + ", text=" + text);
        }
    }

    /**
     * Returns what is wrong with an id that a field holds.
     *
     * @param id the id
     * @param type the type of the field
     * @return a message; null if it is that of a constant of the enum, or the table is damaged, so that it is not known
     */
    String problem(int id, String type) {
        String name = enums.get(id);
        return id == 0 || damaged || type.equals("E" + name + ";") ? null : "id=" + id + ", enum with that id=" + name;
    }
}
