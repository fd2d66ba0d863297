package org.jnvm.examples.notes;

import java.time.Instant;
import org.jnvm.Persistent;

/** A note. */
@Persistent
public class Note {
    private final String text;
    private final Instant written;

    public Note(String text, Instant written) {
        this.text = text;
        this.written = written;
    }

    public String getText() {
        return text;
    }

    public Instant getWritten() {
        return written;
    }
}
