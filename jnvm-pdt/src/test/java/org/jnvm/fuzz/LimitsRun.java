package org.jnvm.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jnvm.Heap;

/** Measures one limit: {@code LimitsRun what folder number}; prints rows of a table. See {@code scripts/limits}. */
final class LimitsRun {
    private static final PrintStream OUT = System.out;

    private static String what;
    private static long began;

    private LimitsRun() {}

    /** Runs. */
    public static void main(String[] args) throws Exception {
        what = args[0];
        Path folder = Path.of(args[1]);
        long number = Long.parseLong(args[2]);
        Path file = folder.resolve(what.split("-")[0] + ".heap");
        began = System.nanoTime();
        switch (what) {
            case "list-build" -> buildList(file, number);
            case "list-closed" -> walkList(file, number);
            case "list-killed" -> killed(file, number);
            case "list-recovered" -> walkList(file, number);
            case "object-write" -> writeObject(file, number);
            case "object-read" -> readObject(file, number);
            case "full" -> full(folder, (int) number);
            case "classes" -> {
                Limits.manyClasses(folder, (int) number, 256 << 20);
                row(number + " classes, written and read", folder.resolve("classes.heap"));
            }
            case "sparse" -> {
                Limits.useSparse(file, number << 30);
                row(number + " GiB mapped of a sparse file, used, opened", file);
            }
            default -> throw new IllegalArgumentException(what);
        }
    }

    private static void row(String step, Path file) throws IOException {
        long now = System.nanoTime();
        Runtime runtime = Runtime.getRuntime();
        OUT.printf(
                Locale.ROOT,
                "| %-46s | %9.2f | %9d | %9d |%n",
                step,
                (now - began) / 1e9,
                Files.size(file) >> 20,
                runtime.totalMemory() - runtime.freeMemory() >> 20);
        OUT.flush();
        began = System.nanoTime();
    }

    private static long blockBytes(long nodes) {
        return (nodes + 4096) * 256 * 5 / 4;
    }

    private static void buildList(Path file, long nodes) throws IOException {
        try (Heap heap = Heap.create(file, blockBytes(nodes))) {
            Limits.buildList(heap, nodes);
            row("list of " + nodes + " nodes, built", file);
        }
        row("  closed", file);
    }

    private static void walkList(Path file, long nodes) throws IOException {
        try (Heap heap = Heap.open(file)) {
            row("  opened", file);
            Limits.walkList(heap, nodes);
            row("  walked", file);
        }
    }

    /** Changes the heap and waits to be killed. */
    private static void killed(Path file, long nodes) throws IOException {
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            for (int i = 0; i < 1000; i++) {
                heap.root().put("changed", new Thing(nodes));
            }
            OUT.println("ready");
            OUT.flush();
            while (System.in.read() >= 0) {
                // until it is killed
            }
        }
    }

    private static void writeObject(Path file, long bytes) throws IOException {
        try (Heap heap = Heap.create(file, bytes / 248 * 256 + (64 << 20))) {
            Limits.writeObject(heap, bytes);
            row("object of " + (bytes >> 20) + " MiB, written", file);
        }
        row("  closed", file);
    }

    private static void readObject(Path file, long bytes) throws IOException {
        try (Heap heap = Heap.open(file)) {
            row("  opened", file);
            Limits.readObject(heap, bytes);
            row("  read", file);
        }
    }

    private static void full(Path folder, int rounds) throws IOException, InterruptedException {
        for (int threads : new int[] {1, 2, 4}) {
            Path file = folder.resolve("full" + threads + ".heap");
            List<Long> held = Limits.fillAndEmpty(file, 1 << 20, threads, rounds);
            long least = held.stream().mapToLong(Long::longValue).min().orElseThrow();
            row("1 MiB filled x" + rounds + ", " + threads + " threads, >= " + least + " objects", file);
        }
    }
}
