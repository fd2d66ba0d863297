package org.jnvm.bench.cores;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jnvm.bench.cores.Subject.Work;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.ycsb.Durability;

/**
 * Measures allocation and blocks by several numbers of threads, in a JVM of its own.
 *
 * <p>Arguments: store, durability, the numbers separated by colons, milliseconds of a step of each warm-up and of what is
 * measured. Prints {@code CLIENTS number}, and {@code RESULT workload operations/s cpu-ns} for each workload, for each
 * number.
 */
public final class CoresProcess {
    /** An object is allocated and given back. */
    public static final String ALLOCATE = "ALLOCATE";
    /** A failure-atomic block of one write. */
    public static final String BLOCK = "BLOCK";

    /** How much longer a workload is warmed up before it is measured for the first time. */
    private static final int FIRST_WARM_UP = 8;

    private CoresProcess() {}

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        Durability durability = Durability.valueOf(arguments[1]);
        List<Integer> numbers =
                Arrays.stream(arguments[2].split(":")).map(Integer::valueOf).toList();
        int warmUpMs = Integer.parseInt(arguments[3]);
        int measuredMs = Integer.parseInt(arguments[4]);
        try (Folder folder = new Folder();
                Subject subject = Subject.of(arguments[0], durability, folder.file("cores"))) {
            int most = numbers.stream().mapToInt(number -> number).max().orElseThrow();
            for (IntFunction<Work> works : List.<IntFunction<Work>>of(subject::allocations, subject::blocks)) {
                Crew.run(subject, works, Math.min(2, most), FIRST_WARM_UP * warmUpMs, 1);
            }
            for (int threads : numbers) {
                System.out.println("CLIENTS " + threads);
                print(ALLOCATE, subject, subject::allocations, threads, warmUpMs, measuredMs);
                System.gc(); // what was allocated is not collected while blocks are measured
                print(BLOCK, subject, subject::blocks, threads, warmUpMs, measuredMs);
            }
        }
    }

    private static void print(
            String workload, Subject subject, IntFunction<Work> works, int threads, int warmUpMs, int measuredMs)
            throws InterruptedException {
        Crew.Done done = Crew.run(subject, works, threads, warmUpMs, measuredMs);
        System.out.printf(Locale.ROOT, "RESULT %s %.1f %.3f%n", workload, done.perSecond(), done.cpuNanos());
    }
}
