package org.jnvm.examples.tutorial;

import java.nio.file.Path;
import java.time.LocalDate;

/** The program that is killed: it adds and finishes tasks until then, and prints the number of each that is done. */
final class Worker {
    private Worker() {}

    public static void main(String[] args) {
        try (TaskList tasks = new TaskList(Path.of(args[0]))) {
            while (true) {
                int number = tasks.add("a task", LocalDate.EPOCH);
                if (!tasks.finish(number)) {
                    throw new AssertionError("task " + number + " is not there");
                }
                System.out.println(number);
            }
        }
    }
}
