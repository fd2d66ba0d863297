package org.jnvm.internal.check;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.KnownLayouts;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
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
        for (int id = 1; id < ReservedClass.CORE_IDS; id++) {
            layouts[id] = ReservedClass.coreLayout(id);
        }
        new RecordListCheck(words, findings, Rule.CLASS_TABLE)
                .read(StateLayout.CLASS_TABLE_OFFSET, ReservedClass.CLASS_RECORD, this::read);
        return layouts;
    }

    private void read(long record, int id, String text) {
        ClassLayout layout;
        try {
            layout = KnownLayouts.parse(text);
        } catch (IllegalArgumentException e) {
            findings.add(Rule.CLASS_TABLE, record, e.getMessage());
            return;
        }
        boolean twice = id > 0 && id < layouts.length && layouts[id] != null;
        if (id <= 0 || id > BlockLayout.CLASS_ID_MAX || twice) {
            findings.add(Rule.CLASS_TABLE, record, "class id given twice or out of range: id=" + id);
        } else {
            add(record, id, layout);
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
