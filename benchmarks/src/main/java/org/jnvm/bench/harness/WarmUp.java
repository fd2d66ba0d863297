package org.jnvm.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Waits while what is to be measured runs, until its code is compiled. How long that takes depends on the processors that
 * are left for the compiler: with as many clients as processors, some ten times as long as with one.
 */
public final class WarmUp {
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    private static final Path THREADS = Path.of("/proc/self/task");
    /** At most so many steps, or so long if that is more. */
    private static final int MOST = 10;

    private static final long MOST_NANOS = 15_000_000_000L;
    /** Shorter steps are of runs whose figures mean nothing, which have to be done soon. */
    private static final int SHORT_MS = 10;
    /** In so many steps, one after the other, the compiler must have had next to nothing to do. */
    private static final int QUIET = 2;
    /** What it may have had to do, as a share of the time. */
    private static final int BUSY_SHARE = 10;

    private WarmUp() {}

    /**
     * Waits.
     *
     * @param stepMs at least three times as long
     */
    public static void await(int stepMs) throws InterruptedException {
        Thread.sleep(stepMs);
        long end = System.nanoTime() + (stepMs < SHORT_MS ? 0 : MOST_NANOS);
        int quiet = 0;
        for (int times = 1; quiet < QUIET && (times < MOST || System.nanoTime() < end); times++) {
            long compiledMs = COMPILER.getTotalCompilationTime();
            Map<String, Long> before = compilerNanos();
            Thread.sleep(stepMs);
            // a method counts in the total when it is compiled: the threads tell of the one that takes a second
            long busyMs = Math.max(COMPILER.getTotalCompilationTime() - compiledMs, since(before) / 1_000_000);
            quiet = busyMs <= stepMs / BUSY_SHARE ? quiet + 1 : 0;
        }
    }

    private static long since(Map<String, Long> before) {
        return compilerNanos().entrySet().stream()
                .mapToLong(each -> each.getValue() - before.getOrDefault(each.getKey(), 0L))
                .sum();
    }

    /** Returns the processor time of the compiler's threads, which come and go; of none where the system does not tell. */
    private static Map<String, Long> compilerNanos() {
        Map<String, Long> nanos = new HashMap<>();
        try (Stream<Path> threads = Files.list(THREADS)) {
            for (Path thread : (Iterable<Path>) threads::iterator) {
                List<String> name = lines(thread.resolve("comm"));
                if (!name.isEmpty() && name.get(0).matches("C[12] Compiler.*")) {
                    List<String> times = lines(thread.resolve("schedstat"));
                    nanos.put(
                            thread.getFileName().toString(),
                            times.isEmpty() ? 0 : Long.parseLong(times.get(0).split(" ")[0]));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return nanos;
    }

    /** Returns the lines of a file of a thread; none if it has ended. */
    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // the thread has ended, or the kernel counts no times
        }
    }
}
