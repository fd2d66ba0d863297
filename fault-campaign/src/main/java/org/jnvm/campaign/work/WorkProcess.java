package org.jnvm.campaign.work;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jnvm.Collector;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.jnvm.Recovery;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The process that is killed. Opens its heap, checks it, compares it with what was acknowledged, then works until it is
 * killed, and acknowledges each operation.
 */
@Command(name = "work")
public final class WorkProcess implements Callable<Integer> {
    /** Operations of each thread after the last kill. */
    private static final int FURTHER = 60;

    private static final long MAX_BYTES = 64L << 20;
    /** In domain DISK: small, so that it is checkpointed often. */
    private static final long WAL_BYTES = 1L << 20;
    /** In mode ASYNC: operations of a thread between two syncs. */
    private static final int SYNCED_ONE_IN = 64;

    /** Collections of the heap for one of the Java heap. */
    private static final int JAVA_COLLECTED_ONE_IN = 4;

    /** Behind the name of the heap, that of the second one, which some work needs. */
    private static final String OTHER = ".other";

    private static final long NANOS_PER_MICRO = 1000;

    private final Journal journal = new Journal();
    private final long began = System.nanoTime();

    @Option(names = "--heap", required = true)
    private Path file;

    @Option(names = "--work", required = true)
    private WorkName name;

    @Option(names = "--seed", required = true)
    private long seed;

    @Option(names = "--threads", required = true)
    private int threads;

    @Option(names = "--domain", required = true)
    private DurabilityDomain domain;

    @Option(names = "--created", description = "The heap file has been created before.")
    private boolean created;

    @Option(names = "--founded", description = "The heap has got its first objects before.")
    private boolean founded;

    @Option(names = "--acknowledged", required = true, split = ",")
    private long[] acknowledged;

    @Option(names = "--interval", description = "That of mode ASYNC in milliseconds, 0 in mode SYNC.")
    private int interval;

    @Option(names = "--collected", arity = "1", description = "The heap is collected all the time.")
    private boolean collected;

    @Option(
            names = "--durable",
            required = true,
            split = ",",
            description = "What must be there of what is acknowledged.")
    private long[] durable;

    @Option(names = "--stop-at", description = "The persistent operation to stop at.")
    private long stopAt;

    @Option(
            names = "--verify",
            description = "Does not work until it is killed, but closes the heap and opens it again.")
    private boolean verify;

    /** Makes the process; its options come from the command line. */
    public WorkProcess() {}

    /** Runs the process. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new WorkProcess()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        HeapOptions options =
                HeapOptions.defaults().maxBytes(MAX_BYTES).domain(domain).walBytes(WAL_BYTES);
        if (collected) {
            options = options.collector(Collector.ON_DEMAND);
        }
        if (interval > 0) {
            options = options.asynchronous(Duration.ofMillis(interval));
        }
        if (stopAt > 0) {
            options = options.recorder(new Countdown(stopAt, () -> journal.print(Journal.STOPPED)));
        }
        HeapOptions chosen = options;
        Work work = Work.of(name, seed, threads, () -> Heap.openOrCreate(Path.of(file + OTHER), MAX_BYTES, chosen));
        journal.print(Journal.BEGIN);
        if (created && !Files.exists(file)) {
            journal.print(Journal.LOST + "The heap file is gone.");
            return 1;
        }
        if (LongStream.of(acknowledged).sum() % 2 == 1) {
            work.open(); // first, else after it
        }
        JNVM.init(file, options);
        journal.print(Journal.CREATED);
        long[] last = audit(work, durable, acknowledged);
        if (last == null) {
            return 1;
        }
        if (!verify) {
            run(work, last, Long.MAX_VALUE);
            return 0;
        }
        run(work, last, FURTHER);
        JNVM.close();
        work.close();
        for (Recovery recovery : new Recovery[] {Recovery.AUTO, Recovery.FULL}) {
            JNVM.init(file, options.recovery(recovery));
            long[] further = LongStream.of(last).map(number -> number + FURTHER).toArray();
            long[] now = audit(work, further, further);
            if (now == null
                    || LongStream.of(now).sum() != LongStream.of(further).sum()) {
                journal.print(Journal.LOST + "After a clean close the heap holds another state.");
                return 1;
            }
            JNVM.close();
            work.close();
        }
        journal.print(Journal.VERIFIED);
        return 0;
    }

    /** Checks the heap and compares it; returns the last operation of each thread, or null if something is lost. */
    private long[] audit(Work work, long[] least, long[] expected) {
        Heap heap = JNVM.heap();
        List<String> losses = new ArrayList<>();
        long objects = -1;
        if (!collected || verify) { // else recovery goes on while the content is compared, and while threads work
            HeapCheck check = heap.check();
            // a clean close, by a process that was killed between closing and ending, leaves what it left unreachable
            if (!check.isSound()) {
                losses.add(check.toString());
            }
            objects = check.objects();
        }
        long[] last = new long[threads];
        if (heap.root().exists(Work.ROOT)) {
            work.attach(heap);
            last = work.audit(least, expected, losses);
        } else if (founded) {
            losses.add("The root is gone.");
        } else if (losses.isEmpty()) {
            work.found(heap);
            if (interval > 0) {
                heap.psync();
            }
            journal.print(Journal.FOUNDED);
            work.attach(heap);
            last = work.audit(least, expected, losses);
        }
        losses.forEach(loss -> journal.print(Journal.LOST + loss.replace('\n', ' ')));
        if (!losses.isEmpty()) {
            return null;
        }
        journal.print(Journal.FOUNDED);
        founded = true;
        journal.print(Journal.OPEN
                + LongStream.of(last).mapToObj(Long::toString).collect(Collectors.joining(","))
                + ' '
                + objects);
        return last;
    }

    private void run(Work work, long[] last, long count) throws InterruptedException {
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int thread = i;
            workers.add(new Thread(() -> operate(work, thread, last[thread], count), "worker " + i));
        }
        for (Thread worker : workers) {
            worker.setUncaughtExceptionHandler((failed, e) -> {
                journal.print(Journal.LOST + failed.getName() + " failed: " + e);
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            });
            worker.start();
        }
        AtomicBoolean done = new AtomicBoolean();
        Thread collecting = new Thread(() -> collect(done), "collecting");
        if (collected) {
            collecting.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        done.set(true);
        collecting.join();
    }

    private static void collect(AtomicBoolean done) {
        for (int count = 1; !done.get(); count++) {
            JNVM.heap().collect();
            if (count % JAVA_COLLECTED_ONE_IN == 0) {
                System.gc(); // what it has not looked at is kept
            }
        }
    }

    private void operate(Work work, int thread, long last, long count) {
        for (long done = 1; done <= count; done++) {
            long number = last + done;
            long start = System.nanoTime();
            work.operate(thread, number);
            if (interval > 0) {
                JNVM.heap().psync(); // there are operations that change nothing, and so do not wait for the disk
            }
            long end = System.nanoTime();
            journal.print(Journal.DONE
                    + thread
                    + ' '
                    + number
                    + (interval > 0 ? " " + micros(start) + ' ' + micros(end) : ""));
            if (interval > 0 && number % SYNCED_ONE_IN == 0) {
                JNVM.heap().psync();
                journal.print(Journal.SYNCED + thread + ' ' + number);
            }
        }
    }

    private long micros(long nanoTime) {
        return (nanoTime - began) / NANOS_PER_MICRO;
    }
}
