package org.jnvm.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a run of several groups has done, in a file beside its results, so that a run that was stopped goes on. The file
 * holds for one commit: figures of two are not mixed. A step is one group on one JDK.
 */
final class RunState {
    private static final String COMMIT = "commit: ";
    private static final String BEGAN = "began: ";
    private static final String DONE = "done: ";

    private final Path file;
    private final String commit;
    /** Steps that are done, with the seconds that they took. */
    private final Map<String, Integer> done = new LinkedHashMap<>();
    /** Steps that were begun and not done. */
    private final Set<String> began = new LinkedHashSet<>();

    private RunState(Path file, String commit) {
        this.file = file;
        this.commit = commit;
    }

    /** Begins anew; the file is there as soon as a step is done. */
    static RunState fresh(Path file, String commit) {
        return new RunState(file, commit);
    }

    /** Reads a file; begins anew if there is none, or if it is of another commit. */
    static RunState read(Path file, String commit) {
        RunState state = fresh(file, commit);
        if (!Files.exists(file)) {
            return state;
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (lines.isEmpty() || !lines.get(0).equals(COMMIT + commit)) {
            System.out.println("begins anew, as what was done is of another " + String.join("", lines.subList(0, 1)));
            return state;
        }
        for (String line : lines.subList(1, lines.size())) {
            if (line.startsWith(BEGAN)) {
                state.began.add(line.substring(BEGAN.length()));
                continue;
            }
            if (!line.matches(DONE + "\\S+ \\d+ s")) {
                throw new IllegalArgumentException(
                        "file of what was done is damaged: line=" + line + ", file=" + file + "; --fresh begins anew");
            }
            String[] words = line.substring(DONE.length()).split(" ");
            state.done.put(words[0], Integer.parseInt(words[1]));
        }
        return state;
    }

    /** Returns what a step took; empty if it is not done. */
    OptionalInt seconds(String step) {
        Integer seconds = done.get(step);
        return seconds == null ? OptionalInt.empty() : OptionalInt.of(seconds);
    }

    /** Tells whether a step was begun before, and not done. */
    boolean isBegun(String step) {
        return began.contains(step);
    }

    /** Marks a step as begun, in the file too. */
    void began(String step) {
        began.add(step);
        write();
    }

    /** Marks a step as done, in the file too. */
    void done(String step, int seconds) {
        began.remove(step);
        done.put(step, seconds);
        write();
    }

    private void write() {
        List<String> lines = new ArrayList<>(List.of(COMMIT + commit));
        done.forEach((each, took) -> lines.add(DONE + each + " " + took + " s"));
        began.forEach(each -> lines.add(BEGAN + each));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path whole = file.resolveSibling(file.getFileName() + ".new");
            Files.write(whole, lines);
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
