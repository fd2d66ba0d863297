package org.jnvm.campaign.work;

import org.jnvm.Persistent;

/** A link of a chain. */
@Persistent
final class Slip {
    private long value;
    private String note;
    private Slip next;

    Slip(long value, String note, Slip next) {
        this.value = value;
        this.note = note;
        this.next = next;
    }

    long value() {
        return value;
    }

    String note() {
        return note;
    }

    Slip next() {
        return next;
    }

    void change(long newValue, String newNote) {
        value = newValue;
        note = newNote;
    }
}
