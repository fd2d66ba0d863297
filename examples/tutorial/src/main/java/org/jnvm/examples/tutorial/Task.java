package org.jnvm.examples.tutorial;

import java.time.LocalDate;
import org.jnvm.Persistent;

/** Something to do. */
@Persistent
public class Task {
    private final String title;
    private final LocalDate due;

    public Task(String title, LocalDate due) {
        this.title = title;
        this.due = due;
    }

    public String title() {
        return title;
    }

    public LocalDate due() {
        return due;
    }
}
