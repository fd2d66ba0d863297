package org.jnvm.bench.structure;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.WarmUp;
import org.jnvm.bench.ycsb.Durability;

/**
 * Measures a workload on a new structure, in a JVM of its own, after it was done with fewer elements until the code is
 * compiled.
 *
 * <p>Arguments: workload, elements, elements of the warm-up, milliseconds of its steps, contender, durability, threads. Prints
 * {@code RESULT operation} and {@link #MEASURED} for each operation. A structure that returns wrong data ends the process
 * with an exception.
 */
public final class StructureProcess {
    /** What is measured of an operation; percentiles are of some of them. */
    public static final List<String> MEASURED = List.of("ops_per_s", "cpu_ns_per_op", "p50_ns", "p99_ns", "p999_ns");

    private static final long FILE_BYTES_MIN = 64L << 20;
    private static final int FILE_BYTES_PER_ELEMENT = 256;

    private StructureProcess() {}

    /** Returns the most that the file of a structure may grow to. */
    public static long fileBytes(int elements) {
        return FILE_BYTES_MIN + (long) FILE_BYTES_PER_ELEMENT * elements;
    }

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        Workload workload = Workload.valueOf(arguments[0]);
        int elements = Integer.parseInt(arguments[1]);
        int warmUpElements = Integer.parseInt(arguments[2]);
        int warmUpMs = Integer.parseInt(arguments[3]);
        Contender contender = Contender.valueOf(arguments[4]);
        Durability durability = Durability.valueOf(arguments[5]);
        int threads = Integer.parseInt(arguments[6]);
        try (Folder folder = new Folder()) {
            try (Structure structure = contender.open(folder.file("warm-up"), fileBytes(warmUpElements), durability)) {
                warmUp(
                        () -> workload.run(structure, new Phases(structure, threads), warmUpElements, threads),
                        warmUpMs);
            }
            try (Structure structure = contender.open(folder.file("structure"), fileBytes(elements), durability)) {
                Phases phases = new Phases(structure, threads);
                System.gc();
                workload.run(structure, phases, elements, threads);
                phases.lines().forEach(System.out::println);
            }
        }
    }

    /** What is measured, with fewer elements. */
    private interface Pass {
        void run() throws InterruptedException;
    }

    private static void warmUp(Pass pass, int stepMs) throws InterruptedException, ExecutionException {
        AtomicBoolean isOver = new AtomicBoolean();
        FutureTask<Void> passes = new FutureTask<>(() -> {
            do {
                pass.run();
            } while (!isOver.get());
            return null;
        });
        new Thread(passes, "warm-up").start();
        WarmUp.await(stepMs);
        isOver.set(true);
        passes.get();
    }
}
