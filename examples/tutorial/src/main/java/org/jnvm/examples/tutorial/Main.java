package org.jnvm.examples.tutorial;

import java.nio.file.Path;
import java.time.LocalDate;

/** The command line: {@code FILE}, {@code FILE add TITLE DUE}, {@code FILE done NUMBER}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        try (TaskList tasks = new TaskList(Path.of(args[0]))) {
            if (args.length == 4 && args[1].equals("add")) {
                System.out.println("task " + tasks.add(args[2], LocalDate.parse(args[3])));
            } else if (args.length == 3 && args[1].equals("done")) {
                System.out.println(tasks.finish(Integer.parseInt(args[2])) ? "done" : "no such open task");
            } else {
                tasks.open().forEach((number, task) ->
                        System.out.println(number + " " + task.title() + ", due " + task.due()));
            }
        }
    }
}
