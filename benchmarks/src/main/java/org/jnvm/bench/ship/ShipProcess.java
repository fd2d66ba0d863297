package org.jnvm.bench.ship;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PArray;
import org.jnvm.tools.HeapTools;
import org.jnvm.tools.Shipped;
import org.jnvm.tools.ToolProgress;

/**
 * Measures in a JVM of its own: {@code ShipProcess FOLDER merge SENSORS VARIABLES WARM-UPS REPETITIONS} or {@code ShipProcess FOLDER
 * large OBJECTS REPETITIONS}. Prints {@code what repetition seconds objects bytes}, one a line.
 */
final class ShipProcess {
    private static final PrintStream OUT = System.out;
    private static final ToolProgress QUIET = ToolProgress.NONE;
    private static final int BLOCK_BYTES = 256;
    /** The last line. */
    static final String END = "end";

    private ShipProcess() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        if (args[1].equals("merge")) {
            merge(
                    folder,
                    Integer.parseInt(args[2]),
                    Integer.parseInt(args[3]),
                    Integer.parseInt(args[4]),
                    Integer.parseInt(args[5]));
        } else {
            large(folder, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        }
        OUT.println(END);
    }

    private static void print(Object what, int repetition, long nanos, long objects, long bytes) {
        OUT.println(what + " " + repetition + " " + nanos / 1e9 + " " + objects + " " + bytes);
    }

    // ---- many small states ----

    private static void merge(Path folder, int sensors, int variables, int warmUps, int repetitions) throws Exception {
        for (int sensor = 0; sensor < sensors; sensor++) {
            Path node = folder.resolve("node.heap");
            try (Heap heap = Heap.create(node, 8L << 20);
                    Heap.Scope scope = heap.enter()) {
                heap.root().put("state", State.make(variables, sensor));
            }
            HeapTools.export(node, "state", folder.resolve("sensor" + sensor + ".jnvm"), QUIET);
            Files.delete(node);
            State.serialize(variables, sensor, folder.resolve("sensor" + sensor + ".ser"));
        }
        for (int repetition = 1 - warmUps; repetition <= repetitions; repetition++) {
            for (Way way : Way.values()) {
                Path target = folder.resolve("target.heap");
                Heap.create(target, (64L << 20) + 4L * sensors * variables * BLOCK_BYTES)
                        .close();
                System.gc();
                long began = System.nanoTime();
                way.merge(folder, sensors, target);
                long nanos = System.nanoTime() - began;
                try (Heap heap = Heap.open(target)) {
                    State.verify(heap, sensors, variables);
                }
                Files.delete(target);
                if (repetition > 0) {
                    print(way, repetition, nanos, (long) sensors * variables, 0);
                }
            }
        }
    }

    // ---- one large state ----

    private static void large(Path folder, int objects, int repetitions) throws IOException {
        Path source = folder.resolve("large.heap");
        long most = (64L << 20) + 2L * objects * BLOCK_BYTES;
        try (Heap heap = Heap.create(source, most);
                Heap.Scope scope = heap.enter()) {
            Variable last = null;
            Variable middle = null;
            for (int i = 0; i < objects; i++) { // each has two references
                Variable one = new Variable(i);
                one.previous = last;
                one.peer = middle;
                middle = i % 1000 == 0 ? one : middle;
                last = one;
            }
            heap.root().put("last", new PArray<>(new Object[] {last}));
        }
        Path part = folder.resolve("part.jnvm");
        Path target = folder.resolve("target.heap");
        for (int repetition = 0; repetition <= repetitions; repetition++) { // the first warms up
            long began = System.nanoTime();
            Shipped exported = HeapTools.export(source, "last", part, QUIET);
            long exporting = System.nanoTime() - began;
            Heap.create(target, most).close();
            began = System.nanoTime();
            Shipped imported = HeapTools.importInto(part, null, target, "last", HeapOptions.defaults(), QUIET);
            long importing = System.nanoTime() - began;
            began = System.nanoTime();
            HeapCheck check = HeapTools.check(target, QUIET);
            long checking = System.nanoTime() - began;
            if (!check.isSound() || imported.objects() != exported.objects()) {
                throw new IllegalStateException("import is wrong: " + check);
            }
            if (repetition > 0) {
                long bytes = imported.blocks() * BLOCK_BYTES;
                print("export", repetition, exporting, exported.objects(), bytes);
                print("import", repetition, importing, imported.objects(), bytes);
                print("import-copy", repetition, imported.duration().toNanos(), imported.objects(), bytes);
                print("check", repetition, checking, check.objects(), check.blocks() * BLOCK_BYTES);
            }
            Files.delete(part);
            Files.delete(target);
        }
    }
}
