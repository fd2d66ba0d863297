package org.jnvm.examples.bank;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
import picocli.CommandLine.Spec;

/** Runs the bank in another JVM, kills that again and again, and checks after each restart that nothing is lost. */
@Command(
        name = "quickstart",
        sortOptions = false,
        usageHelpWidth = 100,
        description = {
            "Transfers money between persistent accounts in a child JVM, kills that with SIGKILL at random moments,"
                    + " restarts it, and checks that no acknowledged transfer is lost and that every balance is right.",
            "Exit status: 0 if nothing was lost, 1 otherwise."
        },
        footer = {"", "quickstart index [DIR] runs the other example, a full-text index; see quickstart index --help."})
public final class BankDriver implements Callable<Integer> {
    private static final int RUN_MS_MIN = 100;
    private static final int RUN_MS_MAX = 1500;
    private static final int FOUNDING_MS_MAX = 300;
    private static final int SEEDS = 1_000_000;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "Kills (default: 5).")
    private int rounds;

    @Option(
            names = "--accounts",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Accounts (default: 100000).")
    private int accounts;

    @Option(names = "--tellers", paramLabel = "N", defaultValue = "2", description = "Threads (default: 2).")
    private int tellers;

    @Option(
            names = "--heap",
            paramLabel = "FILE",
            description = "The heap file; the bank in it, if there is one, goes on. Default: a temporary file.")
    private Path heap;

    @Option(names = "--seed", paramLabel = "N", description = "Decides on transfers and kills (default: random).")
    private Long seed;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    private final Acknowledged acknowledged = new Acknowledged();
    private SplittableRandom random;
    private PrintWriter out;

    /** Makes a driver; its options come from the command line. */
    public BankDriver() {}

    /** Runs the driver. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BankDriver()).execute(arguments));
    }

    @Override
    public Integer call() {
        if (rounds < 1 || accounts < 2 || tellers < 1) {
            throw new ParameterException(spec.commandLine(), "There must be a round, two accounts and a teller.");
        }
        if (seed == null) {
            seed = (long) ThreadLocalRandom.current().nextInt(SEEDS);
        }
        random = new SplittableRandom(seed);
        out = spec.commandLine().getOut();
        try (RunFolder folder = new RunFolder()) {
            boolean temporary = heap == null;
            if (temporary) {
                heap = folder.file("bank.heap");
            }
            out.println("Bank in the heap " + heap + ", seed " + seed + '.');
            String failure = run();
            if (failure == null) {
                out.printf(
                        Locale.ROOT,
                        "Nothing was lost: %,d transfers were acknowledged, SIGKILL hit the bank %s, and every balance is"
                                + " right.%n",
                        acknowledged.count(),
                        rounds == 1 ? "once" : rounds + " times");
                return 0;
            }
            if (temporary) {
                folder.keep();
            }
            out.println(failure + " The heap is kept.");
            return 1;
        } finally {
            out.flush();
        }
    }

    /** Returns what was lost or went wrong, in sentences; null if nothing. */
    private String run() {
        try {
            if (!Files.exists(heap)) {
                killWhileFounding();
            }
            for (int round = 0; ; round++) {
                boolean last = round == rounds;
                try (ChildJvm bank = start(last)) {
                    Opening opening = Opening.read(bank).orElseThrow(() -> endedByItself(bank));
                    report(round, opening);
                    if (!opening.losses().isEmpty()) {
                        return "SOMETHING WAS LOST: " + String.join(" ", opening.losses());
                    }
                    if (last) {
                        if (bank.exitStatus() != 0) {
                            throw endedByItself(bank); // its heap could not be closed
                        }
                        return null;
                    }
                    acknowledged.startFrom(opening.lastTransfers());
                    transferUntilKilled(bank);
                }
            }
        } catch (IllegalStateException e) {
            return "FAILED: " + e.getMessage();
        }
    }

    private ChildJvm start(boolean last) {
        List<String> arguments = new ArrayList<>(
                List.of("--heap=" + heap, "--accounts=" + accounts, "--tellers=" + tellers, "--seed=" + seed));
        if (!acknowledged.lastTransfers().isEmpty()) {
            arguments.add("--acknowledged=" + acknowledged.lastTransfers());
        }
        if (last) {
            arguments.add("--verify");
        }
        return ChildJvm.start(BankProcess.class, arguments);
    }

    /** Kills the bank before it is reachable from a root: the next start must find a heap as good as new. */
    private void killWhileFounding() {
        try (ChildJvm bank = start(false)) {
            String line = bank.readLine();
            while (line != null && !line.equals(BankProcess.FOUNDING)) {
                line = bank.readLine();
            }
            if (line == null) {
                throw endedByItself(bank);
            }
            int delayMs = random.nextInt(FOUNDING_MS_MAX);
            bank.killAfter(Duration.ofMillis(delayMs));
            out.println("Killed " + delayMs + " ms after it began to be founded.");
            // on a fast machine it is founded by then, and its customers have seen transfers
            Opening.read(bank).ifPresent(opening -> {
                acknowledged.startFrom(opening.lastTransfers());
                noteUntilKilled(bank);
            });
        }
    }

    /** Lets the bank transfer for a random time after its first transfer, then kills it. */
    private void transferUntilKilled(ChildJvm bank) {
        String first = bank.readLine();
        if (first != null) {
            acknowledged.note(first);
        }
        bank.killAfter(Duration.ofMillis(random.nextInt(RUN_MS_MIN, RUN_MS_MAX)));
        noteUntilKilled(bank);
    }

    private void noteUntilKilled(ChildJvm bank) {
        for (String line = bank.readLine(); line != null; line = bank.readLine()) {
            acknowledged.note(line);
        }
        if (!bank.wasKilled()) {
            throw endedByItself(bank);
        }
    }

    private static IllegalStateException endedByItself(ChildJvm bank) {
        return new IllegalStateException("The bank ended by itself, with status " + bank.exitStatus() + '.');
    }

    private void report(int round, Opening opening) {
        String what = round == 0
                ? String.format(
                        Locale.ROOT,
                        "start: %,d accounts, %d tellers",
                        opening.accounts(),
                        opening.lastTransfers().size())
                : String.format(Locale.ROOT, "round %d: %,d transfers acknowledged", round, acknowledged.count());
        out.printf(
                Locale.ROOT,
                "%s, recovered in %.1f ms, %,d live objects, %s%n",
                what,
                opening.recoveryMicros() / 1000.0,
                opening.liveObjects(),
                opening.losses().isEmpty() ? "nothing lost" : "LOST");
        out.flush();
    }
}
