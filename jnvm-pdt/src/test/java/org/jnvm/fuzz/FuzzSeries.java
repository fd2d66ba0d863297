package org.jnvm.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs {@link FuzzRun}, or another program, over any number of damaged heaps, in watched JVMs one after the other; goes on behind a case that
 * takes its JVM along. {@code FuzzSeries seed from to failureFolder} prints how far it is, the failures and
 * a row for the log of runs; ends with 1 if there are failures.
 */
public final class FuzzSeries {
    /** Cases for each JVM: starting one takes as long as hundred cases. */
    private static final long CASES_PER_JVM = 50_000;

    private static final int MOST_FAILURES = 50;
    private static final PrintStream OUT = System.out;

    private final Class<?> run;
    private final long seed;
    private final Path work;
    private final Path kept;
    private final Map<String, Long> outcomes = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();

    /**
     * Prepares a series.
     *
     * @param run the program that runs cases
     * @param seed what each case depends on, with its number
     * @param work a folder for the files of the run
     * @param kept where failing files stay
     */
    public FuzzSeries(Class<?> run, long seed, Path work, Path kept) {
        this.run = run;
        this.seed = seed;
        this.work = work;
        this.kept = kept;
    }

    /** Runs a series. */
    public static void main(String[] args) throws Exception {
        Path kept = Files.createDirectories(Path.of(args[3]));
        Path work = FuzzChild.workFolder(kept);
        FuzzSeries series = new FuzzSeries(FuzzRun.class, Long.parseLong(args[0]), work, kept);
        try {
            series.run(Long.parseLong(args[1]), Long.parseLong(args[2]), OUT);
        } finally {
            FuzzChild.remove(work);
        }
        long images =
                series.outcomes.values().stream().mapToLong(Long::longValue).sum();
        OUT.printf(
                Locale.ROOT,
                "| %s | %s | %s | damage | seed %s, images from %s | %,d images: %s | %s |%n",
                LocalDate.now(ZoneOffset.UTC),
                System.getProperty("jnvm.commit", "?"),
                Runtime.version(),
                args[0],
                args[1],
                images,
                series.outcomes,
                series.failures.isEmpty() ? "opened or refused, all" : series.failures.size() + " FAILED");
        System.exit(series.failures.isEmpty() ? 0 : 1);
    }

    /** Returns how often each kind of outcome occurred. */
    public Map<String, Long> outcomes() {
        return outcomes;
    }

    /** Returns what went wrong; the series ends early after some failures. */
    public List<String> failures() {
        return failures;
    }

    /**
     * Runs cases.
     *
     * @param first the number of the first one
     * @param to behind the last one
     * @param progress hears of each JVM that has ended
     */
    public void run(long first, long to, PrintStream progress) throws IOException, InterruptedException {
        Path counter = work.resolve("progress");
        long from = first;
        while (from < to && failures.size() < MOST_FAILURES) {
            long end = Math.min(to, from + CASES_PER_JVM);
            int told = failures.size();
            Files.deleteIfExists(counter);
            FuzzChild.Result result = FuzzChild.run(
                    run, work, counter, List.of("" + seed, "" + from, "" + end, work.toString(), kept.toString()));
            long last = FuzzChild.read(counter);
            collect(result.output());
            if (result.exit() == 0) {
                from = end;
            } else {
                failures.add((result.exit() < 0 ? "hang" : "child JVM ended with " + result.exit()) + ": seed=" + seed
                        + ", case=" + last + ", output=" + result.output());
                from = Math.max(last, from) + 1;
            }
            failures.subList(told, failures.size()).forEach(progress::println);
            progress.printf(
                    Locale.ROOT, "damage: cases %,d to %,d of %,d, failures=%d%n", first, from, to, failures.size());
        }
    }

    private void collect(List<String> lines) {
        for (String line : lines) {
            if (line.startsWith("count ")) {
                String[] words = line.split(" ", 3);
                outcomes.merge(words[2], Long.parseLong(words[1]), Long::sum);
            } else if (line.startsWith("FAIL ")) {
                failures.add(line);
            } else if (!failures.isEmpty() && line.startsWith("    ")) {
                failures.set(failures.size() - 1, failures.get(failures.size() - 1) + "\n" + line);
            }
        }
    }
}
