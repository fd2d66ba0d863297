package org.jnvm.bench.blocks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import org.jnvm.bench.blocks.BlockPatterns.Pattern;

/**
 * Measures all patterns with one kind of access, in a JVM of its own, and prints {@code RESULT pattern GB/s
 * GB/s-of-CPU-time} for each, then {@code READ} and what the reads came to.
 *
 * <p>Arguments: {@code raw} or {@code proxies}, MiB (a power of two), ms of warm-up, ms for each pattern.
 */
public final class BlocksProcess {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double NANOS_PER_MS = 1e6;

    private BlocksProcess() {}

    /** Measures. */
    public static void main(String[] args) {
        int bytes = Math.multiplyExact(Integer.parseInt(args[1]), 1 << 20);
        int warmUpMs = Integer.parseInt(args[2]);
        int measuredMs = Integer.parseInt(args[3]);
        long blocks = bytes / BlockMemory.BLOCK_BYTES;
        if (Long.bitCount(blocks) != 1) {
            throw new IllegalArgumentException("MiB must be a power of two: MiB=" + args[1]);
        }
        try (BlockMemory memory = args[0].equals("raw") ? new RawBlocks(bytes) : new ProxyBlocks(bytes)) {
            BlockPatterns patterns = new BlockPatterns(memory, blocks);
            for (Pattern pattern : Pattern.values()) {
                measure(patterns, pattern, memory.bytes(), warmUpMs);
                double[] rates = measure(patterns, pattern, memory.bytes(), measuredMs);
                System.out.printf(Locale.ROOT, "RESULT %s %.4f %.4f%n", pattern, rates[0], rates[1]);
            }
            System.out.println("READ " + patterns.sink()); // so that no read can be dropped
        }
    }

    private static double[] measure(BlockPatterns patterns, Pattern pattern, int bytes, int ms) {
        long pieces = 0;
        long wall = System.nanoTime();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long now;
        do {
            patterns.run(pattern);
            pieces++;
            now = System.nanoTime();
        } while (now - wall < ms * NANOS_PER_MS);
        double all = (double) pieces * BlockPatterns.PIECE * bytes;
        return new double[] {all / (now - wall), all / (THREADS.getCurrentThreadCpuTime() - cpu)};
    }
}
