package org.jnvm.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs cases by their numbers, in a JVM of its own, and counts how they end. The number of the case is in a file, so that it is known when
 * the JVM crashes.
 */
public final class FuzzCases {
    /** A case. */
    @FunctionalInterface
    public interface Case {
        /**
         * Runs it.
         *
         * @param number its number
         * @param outcomes counts how it ends
         */
        void run(long number, Map<String, Long> outcomes) throws IOException;
    }

    private static final PrintStream OUT = System.out;

    private FuzzCases() {}

    /**
     * Runs cases, then prints how many ended how.
     *
     * @param from the first number
     * @param to behind the last one
     * @param work the folder of the file with the number
     * @param each runs one
     */
    public static void run(long from, long to, Path work, Case each) throws IOException {
        Map<String, Long> outcomes = new TreeMap<>();
        MappedByteBuffer progress;
        try (FileChannel channel = FileChannel.open(
                work.resolve("progress"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            progress = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8);
        }
        for (long number = from; number < to; number++) {
            progress.putLong(0, number);
            each.run(number, outcomes);
        }
        outcomes.forEach((outcome, count) -> OUT.println("count " + count + " " + outcome));
    }
}
