package org.jnvm.examples.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariants checked: tasks are there when the list is opened again, and a task is either open or done. */
class TaskListTest {
    private static final LocalDate FRIDAY = LocalDate.of(2026, 12, 4);

    @TempDir
    Path folder;

    @Test
    void tasksAreThereAfterReopening() {
        Path file = folder.resolve("tasks.heap");
        try (TaskList tasks = new TaskList(file)) {
            assertThat(tasks.add("water the plants", FRIDAY)).isEqualTo(1);
            assertThat(tasks.add("call Ada", FRIDAY.plusDays(1))).isEqualTo(2);
            assertThat(tasks.finish(1)).isTrue();
            assertThat(tasks.finish(1)).isFalse();
        }
        try (TaskList tasks = new TaskList(file)) {
            assertThat(tasks.done()).containsOnlyKeys(1);
            assertThat(tasks.open()).containsOnlyKeys(2);
            assertThat(tasks.open().get(2).title()).isEqualTo("call Ada");
            assertThat(tasks.open().get(2).due()).isEqualTo(FRIDAY.plusDays(1));
            assertThat(tasks.add("sleep", FRIDAY)).isEqualTo(3);
        }
    }

    @Test
    void theCommandLineWorks() {
        String file = folder.resolve("tasks.heap").toString();
        Main.main(new String[] {file, "add", "water the plants", "2026-12-04"});
        Main.main(new String[] {file, "done", "1"});
        Main.main(new String[] {file});
        try (TaskList tasks = new TaskList(Path.of(file))) {
            assertThat(tasks.open()).isEmpty();
            assertThat(tasks.done().get(1).title()).isEqualTo("water the plants");
        }
    }
}
