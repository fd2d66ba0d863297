package org.jnvm.bench.bank;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.jnvm.bench.harness.DeviceIo;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.WarmUp;
import org.jnvm.bench.ycsb.MixLines;
import org.jnvm.bench.ycsb.RivalContender;

/**
 * A process with a bank and clients that transfer between two random accounts, one transfer after the other. Arguments:
 * accounts, clients, milliseconds to warm up, milliseconds to measure, and the words of a {@link RivalContender}. Prints
 * what the process of YCSB does, with {@value #MIX} for the mix, and {@code CHECKED} when each account has what its
 * transfers make it.
 */
public final class BankProcess {
    /** What stands for the mix. */
    public static final String MIX = "BANK";

    /** Arguments before the contender's words. */
    private static final int ARGUMENTS = 4;

    private static final long SEED = 12;
    private static final int DIGITS = 2;
    private static final double NANOS = 1e9;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Bank bank;
    private final Ledger ledger;
    private volatile boolean measuring;
    private volatile boolean stopped;

    private BankProcess(Bank bank) {
        this.bank = bank;
        ledger = new Ledger(bank.size());
    }

    /** What a client measured. */
    private record Measured(Histogram latencies, long nanos, long cpuNanos) {}

    /** Runs. */
    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        int[] numbers = Arrays.stream(arguments)
                .limit(ARGUMENTS)
                .mapToInt(Integer::parseInt)
                .toArray();
        RivalContender contender = RivalContender.of(Arrays.asList(arguments).subList(ARGUMENTS, arguments.length));
        run(contender, numbers[0], numbers[1], numbers[2], numbers[3]).forEach(System.out::println);
    }

    /** Runs in this JVM; returns the lines. */
    static List<String> run(RivalContender contender, int accounts, int clients, int warmUpMs, int measuredMs)
            throws InterruptedException, ExecutionException {
        long began = System.nanoTime();
        try (Folder folder = new Folder();
                Bank bank = RivalBank.found(contender, folder.file("accounts"), accounts)) {
            List<String> lines = new ArrayList<>();
            double loadSeconds = (System.nanoTime() - began) / NANOS;
            BankProcess process = new BankProcess(bank);
            lines.add(process.measure(clients, warmUpMs, measuredMs, loadSeconds));
            process.check();
            lines.add("CHECKED " + accounts);
            return lines;
        }
    }

    private String measure(int clients, int warmUpMs, int measuredMs, double loadSeconds)
            throws InterruptedException, ExecutionException {
        DeviceIo device = new DeviceIo(Folder.parent());
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<Measured>> running = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                running.add(threads.submit(client(client)));
            }
            WarmUp.await(warmUpMs);
            long written = device.writtenBytes();
            long began = System.nanoTime();
            measuring = true;
            Thread.sleep(measuredMs);
            stopped = true;
            double writtenPerSecond = (device.writtenBytes() - written) * NANOS / (System.nanoTime() - began);
            return line(running, loadSeconds, writtenPerSecond);
        } finally {
            stopped = true;
            threads.shutdown();
        }
    }

    private Callable<Measured> client(int number) {
        SplittableRandom random = new SplittableRandom(SEED + number);
        return () -> {
            while (!measuring && !stopped) {
                transfer(random);
            }
            Histogram latencies = new Histogram(DIGITS);
            long cpuBegan = THREADS.getCurrentThreadCpuTime();
            long began = System.nanoTime();
            long before = began;
            do {
                transfer(random);
                long now = System.nanoTime();
                latencies.recordValue(now - before);
                before = now;
            } while (!stopped);
            return new Measured(latencies, before - began, THREADS.getCurrentThreadCpuTime() - cpuBegan);
        };
    }

    private void transfer(SplittableRandom random) {
        Transfer transfer = Transfer.random(random, bank.size());
        bank.transfer(transfer.from(), transfer.to(), transfer.amount());
        ledger.acknowledged(transfer);
    }

    private static String line(List<Future<Measured>> running, double loadSeconds, double writtenPerSecond)
            throws InterruptedException, ExecutionException {
        Histogram all = new Histogram(DIGITS);
        double perSecond = 0;
        double cpuNanos = 0;
        for (Future<Measured> each : running) {
            Measured measured = each.get();
            perSecond += measured.latencies().getTotalCount() * NANOS / measured.nanos();
            cpuNanos += measured.cpuNanos();
            all.add(measured.latencies());
        }
        return MixLines.result(
                MIX,
                perSecond,
                cpuNanos,
                all,
                loadSeconds,
                Double.NaN, // there are no operations that only read,
                all.getMean(),
                Double.NaN, // and what the collector takes is not asked for
                writtenPerSecond / perSecond);
    }

    private void check() {
        long[] balances = new long[bank.size()];
        Arrays.setAll(balances, bank::balance);
        Ledger.Audit audit = ledger.audit(balances);
        if (audit.sumOff() != 0 || audit.accountsOff() != 0) {
            throw new IllegalStateException("bank has not what it acknowledged: " + audit);
        }
    }
}
