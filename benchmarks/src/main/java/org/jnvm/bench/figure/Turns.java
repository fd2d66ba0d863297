package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.ycsb.Contender;
import org.jnvm.bench.ycsb.Plan;
import org.jnvm.bench.ycsb.YcsbProcess;

/**
 * Measures turns, one after the other. The raw figures are written after each, so that a run that is stopped leaves what
 * it has, and the next one can go on there.
 */
final class Turns {
    private final String group;
    private final RunOptions options;
    private final List<String> keys;
    private final Figures figures;
    private final List<Turn> turns = new ArrayList<>();

    /**
     * What one process measures, or a few: its rows are all there or none.
     *
     * @param title for people
     * @param key the values of the columns that name it
     * @param lines runs the processes, and returns what they printed
     */
    private record Turn(String title, List<String> key, int round, Supplier<List<String>> lines) {}

    /**
     * Prepares a group.
     *
     * @param environment what the figures depend on
     * @param keys the columns that name a turn
     * @param measured the columns of what its processes print behind {@code RESULT} and the mix
     */
    Turns(String group, RunOptions options, Map<String, String> environment, List<String> keys, List<String> measured) {
        this.group = group;
        this.options = options;
        this.keys = keys;
        List<String> columns = new ArrayList<>(keys);
        columns.addAll(List.of("mix", "round"));
        columns.addAll(measured);
        figures = new Figures(environment, columns);
    }

    void add(String title, List<String> key, int round, Supplier<List<String>> lines) {
        turns.add(new Turn(title, key, round, lines));
    }

    /** Measures all that was added, or what is left of it if the run resumes another one. */
    void measure() {
        if (options.resumes()) {
            figures.takeOver(options.file(group), row -> true);
        }
        Progress progress = new Progress(group, turns.size());
        for (Turn turn : turns) {
            progress.next("round " + turn.round() + ", " + turn.title());
            if (!isDone(turn)) {
                measure(turn);
                options.write(group, figures);
            }
        }
        System.out.println(group + ": written to " + options.file(group));
    }

    private boolean isDone(Turn turn) {
        return figures.rows().stream()
                .anyMatch(row -> row.get("round").equals("" + turn.round())
                        && keys.stream().map(row::get).toList().equals(turn.key()));
    }

    private void measure(Turn turn) {
        for (String line : turn.lines().get()) {
            String[] words = line.split(" ");
            if (words[0].equals("RESULT")) {
                List<Object> row = new ArrayList<>(turn.key());
                row.add(words[1]);
                row.add(turn.round());
                for (int i = 2; i < words.length; i++) {
                    double value = Double.parseDouble(words[i]);
                    row.add(Double.isNaN(value) ? "" : value); // there was none
                }
                figures.add(row.toArray());
            }
        }
    }

    /**
     * Runs a plan of YCSB in a JVM with a Java heap of a fixed size; returns what the process printed.
     *
     * @param parent the folder for the folder of its files
     */
    static List<String> run(Contender contender, Plan plan, int javaHeapMib, Path parent, List<String> moreFlags) {
        List<String> arguments = new ArrayList<>(plan.words());
        arguments.addAll(contender.arguments());
        List<String> flags = new ArrayList<>(contender.flags(javaHeapMib));
        flags.addAll(moreFlags);
        return run(YcsbProcess.class, flags, arguments, parent);
    }

    /** Runs a process with a folder of its own; returns what it printed. */
    static List<String> run(Class<?> main, List<String> flags, List<String> arguments, Path parent) {
        try (Folder folder = new Folder(parent)) {
            List<String> all = new ArrayList<>(flags);
            all.add(folder.flag());
            try (Child child = Child.java(all, main, arguments)) {
                return child.lines();
            }
        }
    }
}
