package org.jnvm.bench.bank;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;

/**
 * One run: a bank is started, used, killed, started again, used, and compared with what it acknowledged.
 *
 * @param outage throughput over time
 * @param openMs how long the bank was being opened after the crash, in ms
 * @param firstAnswerMs from the crash to the first answer, in ms
 * @param closed latencies of clients that wait for each answer, before the crash, in ns
 * @param open latencies of the client with a rate, before and after, from the time on that each transfer was due, in ns
 * @param audit what was found at the end
 */
public record Crash(
        Outage outage, double openMs, double firstAnswerMs, Histogram closed, Histogram open, Ledger.Audit audit) {
    private static final double NANOS_PER_MS = 1e6;
    private static final int JAVA_HEAP_MIB = 512;
    /** Java heap for an account: that of the volatile bank, and what the collector needs. */
    private static final long JAVA_HEAP_BYTES_PER_ACCOUNT = 700;

    /** A run ends at the latest so many times after the crash as it should. */
    private static final int LATE_MAX = 10;

    /**
     * What is run.
     *
     * @param accounts of the bank
     * @param clients that wait for each answer
     * @param rate transfers per second of one more client
     * @param beforeMs before the crash
     * @param afterMs after the crash; longer if the bank needs more than half of it to be there again
     */
    public record Plan(int accounts, int clients, int rate, int beforeMs, int afterMs) {
        /** Refuses what cannot be run. */
        public Plan {
            if (accounts < 2 || clients < 1 || rate < 1 || beforeMs < 1 || afterMs < 1) {
                throw new IllegalArgumentException(
                        "bank must have 2 accounts, a client, a rate, and some time: accounts="
                                + accounts + ", clients=" + clients + ", rate=" + rate + ", before=" + beforeMs
                                + " ms, after="
                                + afterMs + " ms");
            }
        }

        /** Returns the flags of the bank's JVM. */
        public List<String> flags() {
            return Flags.OPENED.jvm(Math.toIntExact(JAVA_HEAP_MIB + (accounts * JAVA_HEAP_BYTES_PER_ACCOUNT >> 20)));
        }
    }

    /** A bank that listens. */
    private record Listening(Child process, int port, double openMs) {
        private static Listening start(Variant variant, Plan plan, Folder folder, int port) {
            Child process = Child.java(
                    plan.flags(),
                    BankServer.class,
                    List.of(variant.name(), folder.file("").toString(), "" + plan.accounts(), "" + port));
            String[] words = process.line().split(" ");
            return new Listening(process, Integer.parseInt(words[1]), Long.parseLong(words[2]) / NANOS_PER_MS);
        }
    }

    /** Runs. */
    public static Crash run(Variant variant, Plan plan, long seed) throws IOException, InterruptedException {
        try (Folder folder = new Folder()) {
            int seconds = 1 + (plan.beforeMs() + LATE_MAX * plan.afterMs()) / 1000;
            Listening first = Listening.start(variant, plan, folder, 0);
            try (Child killable = first.process();
                    Injector injector =
                            new Injector(first.port(), plan.accounts(), plan.clients(), plan.rate(), seconds, seed)) {
                injector.start();
                Thread.sleep(plan.beforeMs());
                long killed = injector.nanos();
                killable.kill();
                injector.restarted();
                Listening second = Listening.start(variant, plan, folder, first.port());
                try (Child again = second.process()) {
                    long listening = injector.nanos();
                    long afterNanos = TimeUnit.MILLISECONDS.toNanos(plan.afterMs());
                    long end = Math.max(killed + afterNanos, listening + afterNanos / 2);
                    TimeUnit.NANOSECONDS.sleep(end - injector.nanos());
                    while (!injector.isAnswered() && injector.nanos() < killed + LATE_MAX * afterNanos) {
                        TimeUnit.MILLISECONDS.sleep(Injector.BIN_MS);
                    }
                    int[] answered = injector.answered(injector.nanos());
                    injector.stop();
                    return new Crash(
                            new Outage(answered, killed),
                            second.openMs(),
                            (injector.firstAnswer() - killed) / NANOS_PER_MS,
                            injector.closedLatencies(),
                            injector.openLatencies(),
                            injector.audit());
                }
            }
        }
    }
}
