package org.jnvm.examples.wordindex;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jnvm.examples.crash.ChildJvm;
import org.jnvm.examples.crash.RunFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Has a folder indexed in another JVM, kills that again and again, and compares the result with an index of one go. */
@Command(
        name = "quickstart index",
        sortOptions = false,
        usageHelpWidth = 100,
        description = {
            "Builds a persistent full-text index of a folder in a child JVM, kills that with SIGKILL at random moments,"
                    + " lets it resume, and compares the result with an index that was built in one go.",
            "Exit status: 0 if they are equal and nothing was lost, 1 otherwise."
        })
public final class IndexDriver implements Callable<Integer> {
    /** For a kill before the first document is done: nobody knows yet how long a document takes. */
    private static final long FIRST_KILL_NANOS_MAX = 30_000_000;

    private static final int SEEDS = 1_000_000;

    @Parameters(
            paramLabel = "DIR",
            arity = "0..1",
            defaultValue = "${sys:jnvm.home:-.}",
            description = "The folder; its files *.md and *.txt are the documents. Default: this project.")
    private Path folder;

    @Option(names = "--kills", paramLabel = "N", defaultValue = "5", description = "The most kills (default: 5).")
    private int kills;

    @Option(
            names = "--query",
            paramLabel = "WORDS",
            description = "Words that a document must have all; may be repeated. Default: frequent words.")
    private List<String> queries = List.of();

    @Option(
            names = "--heap",
            paramLabel = "FILE",
            description = "The heap file; the index in it, if there is one, is completed. Default: a temporary file.")
    private Path heap;

    @Option(names = "--seed", paramLabel = "N", description = "Decides on the kills (default: random).")
    private Long seed;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    private SplittableRandom random;
    private PrintWriter out;
    private int documents;
    private int acknowledged;
    private int killed;

    /** Makes a driver; its options come from the command line. */
    public IndexDriver() {}

    /** Runs the driver. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new IndexDriver()).execute(arguments));
    }

    @Override
    public Integer call() {
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(spec.commandLine(), "There is no such folder: " + folder);
        }
        TextFolder text = new TextFolder(folder);
        documents = text.names().size();
        if (documents == 0) {
            throw new ParameterException(spec.commandLine(), "There are no files *.md or *.txt in " + folder);
        }
        if (seed == null) {
            seed = (long) ThreadLocalRandom.current().nextInt(SEEDS);
        }
        random = new SplittableRandom(seed);
        out = spec.commandLine().getOut();
        try (RunFolder run = new RunFolder()) {
            boolean temporary = heap == null;
            if (temporary) {
                heap = run.file("index.heap");
            }
            out.printf(
                    Locale.ROOT,
                    "Index of %,d documents of %s (%,d bytes) in the heap %s, seed %d.%n",
                    documents,
                    folder,
                    text.bytes(),
                    heap,
                    seed);
            String failure = run(run.file("in-one-go.heap"));
            if (failure == null) {
                return 0;
            }
            if (temporary) {
                run.keep();
            }
            out.println(failure + " The heap is kept.");
            return 1;
        } finally {
            out.flush();
        }
    }

    /** Returns what was lost or went wrong, in sentences; null if nothing. */
    private String run(Path heapInOneGo) {
        try {
            while (!indexUntilKilled()) {
                killed++;
            }
            IndexDump expected = index(heapInOneGo);
            IndexDump dump = index(heap);
            Optional<String> difference = dump.difference(expected);
            if (difference.isPresent()) {
                return "SOMETHING WAS LOST: " + difference.get();
            }
            query(queries.isEmpty() ? dump.sampleQueries() : queries);
            out.printf(
                    Locale.ROOT,
                    "Nothing was lost: SIGKILL hit the process %s, and the index of %,d documents, %,d words and %,d"
                            + " postings equals one that was built in one go.%n",
                    killed == 1 ? "once" : killed + " times",
                    documents,
                    dump.words(),
                    dump.postings().size());
            return null;
        } catch (IllegalStateException e) {
            return "FAILED: " + e.getMessage();
        }
    }

    /** Indexes until all documents are done or, while there are kills left, until a random moment; tells whether done. */
    private boolean indexUntilKilled() {
        try (ChildJvm process = start(heap, List.of("--folder=" + folder))) {
            Opening opening = Opening.read(process).orElseThrow(() -> endedByItself(process));
            report(opening);
            checkAcknowledged(opening);
            acknowledged = opening.documents();
            int killsLeft = kills - killed;
            // so many documents that the kills spread over all of them
            int toDo = Math.max(0, documents - acknowledged);
            int untilKill = random.nextInt(toDo / (killsLeft + 1) + 1);
            long killNanosMax = FIRST_KILL_NANOS_MAX;
            long began = System.nanoTime();
            for (String line = ""; line != null; line = process.readLine()) {
                if (line.startsWith(IndexProcess.DOCUMENT_MARK)) {
                    acknowledged++;
                    untilKill--;
                    killNanosMax = Math.max(1, System.nanoTime() - began);
                    began = System.nanoTime();
                }
                if (killsLeft > 0 && untilKill == 0) {
                    // rather early: documents take less and less time while the JVM warms up
                    long nanos = random.nextLong(1 + random.nextLong(killNanosMax));
                    process.killAfter(Duration.ofNanos(nanos));
                    killsLeft = 0;
                }
            }
            if (process.wasKilled()) {
                return false;
            }
            if (process.exitStatus() != 0) {
                throw endedByItself(process);
            }
            return true;
        }
    }

    private void report(Opening opening) {
        out.printf(
                Locale.ROOT,
                "%s: recovered in %.1f ms, %,d live objects, %d of %d documents done, %d acknowledged%n",
                killed == 0 ? "start" : "after kill " + killed,
                opening.recoveryMicros() / 1000.0,
                opening.liveObjects(),
                opening.documents(),
                documents,
                acknowledged);
        out.flush();
    }

    /** One document may have been added, and the process killed before saying so. */
    private void checkAcknowledged(Opening opening) {
        boolean possible = opening.documents() == acknowledged || opening.documents() == acknowledged + 1;
        if (killed > 0 && !possible) {
            throw new IllegalStateException(
                    acknowledged + " documents were acknowledged, but the index has " + opening.documents() + '.');
        }
    }

    /** Completes an index without killing it, and returns all that it says. */
    private IndexDump index(Path file) {
        try (ChildJvm process = start(file, List.of("--folder=" + folder, "--dump"))) {
            IndexDump dump = IndexDump.read(process);
            if (process.exitStatus() != 0) {
                throw endedByItself(process);
            }
            return dump;
        }
    }

    private void query(List<String> asked) {
        List<String> arguments = asked.stream().map(query -> "--query=" + query).toList();
        try (ChildJvm process = start(heap, arguments)) {
            Opening opening = Opening.read(process).orElseThrow(() -> endedByItself(process));
            out.printf(Locale.ROOT, "restart: opened in %.1f ms%n", opening.recoveryMicros() / 1000.0);
            for (String line = process.readLine(); line != null; line = process.readLine()) {
                if (line.startsWith(IndexProcess.ANSWER_MARK)) {
                    out.println("  " + line.substring(IndexProcess.ANSWER_MARK.length()));
                }
            }
        }
    }

    private static ChildJvm start(Path file, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of("--heap=" + file));
        arguments.addAll(more);
        return ChildJvm.start(IndexProcess.class, arguments);
    }

    private static IllegalStateException endedByItself(ChildJvm process) {
        return new IllegalStateException(
                "The index process ended by itself, with status " + process.exitStatus() + '.');
    }
}
