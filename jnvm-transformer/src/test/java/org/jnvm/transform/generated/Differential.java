package org.jnvm.transform.generated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.transform.corpus.JavaHeapStage;
import org.jnvm.transform.corpus.PersistentStage;
import org.jnvm.transform.corpus.Twins;
import org.jnvm.transform.generated.Piece.Group;

/** Runs generated programs on both heaps. */
final class Differential {
    private static final long SHRINKING_NANOS = 120_000_000_000L;

    private final Path folder;
    private int runs;
    private long firstDifference;

    /**
     * Makes one.
     *
     * @param folder an empty folder
     */
    Differential(Path folder) {
        this.folder = folder;
    }

    /**
     * Runs programs, which are compiled together.
     *
     * @return the first that does not print the same, as a smaller program where one does the same; null if all do
     */
    Difference run(List<Program> programs) throws Exception {
        Difference difference = run(programs, Set.of());
        firstDifference = System.nanoTime();
        return difference == null ? null : shrink(difference);
    }

    private Difference run(List<Program> programs, Set<Group> dropped) throws Exception {
        Path root = folder.resolve("run" + runs++);
        // every other time a checked heap, where each access looks at the header of its object
        HeapOptions options = HeapOptions.defaults().recovery(Recovery.FULL);
        try (Twins twins = new Twins(root, sources(programs, true, dropped), sources(programs, false, dropped));
                PersistentStage persistent =
                        new PersistentStage(root.resolve("heap"), runs % 2 == 0 ? options.checked(true) : options)) {
            for (Program program : programs) {
                String main = program.packageName() + ".Main";
                String expected = twins.runPlain(main, new JavaHeapStage());
                String actual = twins.runPersistent(main, persistent);
                if (!expected.equals(actual)) {
                    return new Difference(program, dropped, expected, actual);
                }
            }
            persistent.assertSound();
            twins.assertAllVerify(root.resolve("verify"));
            return null;
        } finally {
            delete(root);
        }
    }

    private static Map<String, String> sources(List<Program> programs, boolean javaHeap, Set<Group> dropped) {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Program program : programs) {
            sources.put(program.path(), program.source(javaHeap, dropped));
        }
        return sources;
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    /** Drops groups as long as the outputs differ: first many at once of those that nothing needs, then one by one. */
    private Difference shrink(Difference found) {
        List<Group> all = new ArrayList<>();
        found.program.source().collect(all);
        Difference smallest = found;
        List<Group> free = all.stream().filter(Group::isFree).toList();
        for (int chunk = free.size() / 2; chunk > 0; chunk /= 2) {
            for (int from = 0; from < free.size(); from += chunk) {
                smallest = without(smallest, free.subList(from, Math.min(free.size(), from + chunk)));
            }
        }
        for (Group group : all) {
            smallest = without(smallest, List.of(group));
        }
        return smallest;
    }

    private Difference without(Difference difference, List<Group> groups) {
        Set<Group> dropped = new HashSet<>(difference.dropped);
        if (!dropped.addAll(groups) || System.nanoTime() - firstDifference > SHRINKING_NANOS) {
            return difference;
        }
        Difference smaller = tryRun(difference.program, dropped);
        return smaller == null ? difference : smaller;
    }

    /** Runs a smaller program, which may not compile. */
    private Difference tryRun(Program program, Set<Group> dropped) {
        try {
            return run(List.of(program), dropped);
        } catch (Exception | AssertionError e) {
            return null;
        }
    }

    /** A program that does not print the same on both heaps. */
    record Difference(Program program, Set<Group> dropped, String expected, String actual) {
        @Override
        public String toString() {
            return "replay with -Dtest=GeneratedClassesTest -Djnvm.seed=" + program.seed() + " -Djnvm.programs=1\n"
                    + program.source(true, dropped)
                    + "\n--- prints on the Java heap:\n" + expected
                    + "\n--- prints on the persistent heap, without the Undo of the source above:\n" + actual;
        }
    }
}
