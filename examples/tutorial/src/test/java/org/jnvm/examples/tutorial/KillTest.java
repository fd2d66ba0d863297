package org.jnvm.examples.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: of a program that is killed with SIGKILL again and again, each task that was acknowledged as done is done, each task is
 * open or done but not both, and no number is left out.
 */
@Timeout(120)
class KillTest {
    private static final int KILLS = 3;
    private static final int TASKS_PER_KILL = 500;

    @TempDir
    Path folder;

    @Test
    void nothingAcknowledgedIsLost() throws Exception {
        Path file = folder.resolve("tasks.heap");
        for (int kill = 0; kill < KILLS; kill++) {
            int acknowledged = runAndKill(file);
            try (TaskList tasks = new TaskList(file)) {
                assertThat(tasks.done()).containsKey(acknowledged);
                assertThat(tasks.done())
                        .doesNotContainKeys(tasks.open().keySet().toArray(new Integer[0]));
                TreeSet<Integer> all = new TreeSet<>(tasks.done().keySet());
                all.addAll(tasks.open().keySet());
                assertThat(all).hasSize(all.last());
            }
        }
    }

    /** Starts the worker, kills it when it has acknowledged enough tasks, and returns the last one that it has. */
    private static int runAndKill(Path file) throws IOException, InterruptedException {
        Process worker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Worker.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8))) {
            String last = null;
            for (int i = 0; i < TASKS_PER_KILL; i++) {
                last = output.readLine();
                assertThat(last).as("the worker ended by itself").isNotNull();
            }
            worker.toHandle().destroyForcibly();
            worker.waitFor();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                last = line; // printed before the kill
            }
            return Integer.parseInt(last);
        } finally {
            worker.destroyForcibly();
        }
    }
}
