package org.jnvm.bench.serialize;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jnvm.bench.harness.DeviceIo;
import org.jnvm.bench.harness.Folder;

/**
 * Makes graphs durable in every way, turn by turn, in a JVM of its own; reads and checks them.
 *
 * <p>Arguments: shape, objects, repetitions. Prints {@code way what repetition seconds written-bytes file-bytes}.
 */
final class SerializeProcess {
    /** Serialization recurs along the links. */
    private static final long STACK_BYTES = 1L << 30;
    /** Of so many objects one is changed. */
    private static final int CHANGED_SHARE = 100;

    private static final long SEED = 4;

    private final Shape shape;
    private final int objects;
    private final Path folder;
    private final DeviceIo device;
    private final SplittableRandom random = new SplittableRandom(SEED);
    /** What the values must be. */
    private final long[] values;

    private SerializeProcess(Shape shape, int objects, Path folder) {
        this.shape = shape;
        this.objects = objects;
        this.folder = folder;
        device = new DeviceIo(folder);
        values = new long[objects];
    }

    /** What is timed. */
    private interface Step {
        void run();
    }

    /** Runs. */
    public static void main(String[] arguments) throws InterruptedException {
        onDeepStack(
                () -> run(Shape.valueOf(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])));
    }

    /** What may throw. */
    interface Run {
        void run() throws Exception;
    }

    /** Runs something on a thread whose stack has room for the recursion of serialization, and waits for it. */
    static void onDeepStack(Run run) throws InterruptedException {
        FutureTask<Void> task = new FutureTask<>(() -> {
            run.run();
            return null;
        });
        new Thread(null, task, "graphs", STACK_BYTES).start();
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static void run(Shape shape, int objects, int repetitions) throws IOException {
        try (Folder folder = new Folder()) {
            SerializeProcess process = new SerializeProcess(shape, objects, folder.file(""));
            for (int repetition = 0; repetition <= repetitions; repetition++) { // the first warms up
                for (Way way : Way.values()) {
                    process.run(way, repetition);
                }
            }
        }
    }

    private void run(Way way, int repetition) throws IOException {
        Path files = Files.createDirectory(folder.resolve(way.name()));
        for (int i = 0; i < objects; i++) {
            values[i] = i;
        }
        System.gc();
        Graph[] graph = new Graph[1];
        try {
            time(way, "CREATE", repetition, files, () -> graph[0] = way.create(files, objects));
            time(way, "MAKE", repetition, files, () -> graph[0].make(shape, objects));
            int changed = Math.max(1, objects / CHANGED_SHARE);
            int[] apart = random.ints(changed, 0, objects).toArray();
            time(way, "CHANGE", repetition, files, () -> graph[0].change(apart, 1));
            int first = random.nextInt(objects - changed + 1);
            int[] neighbours = new int[changed];
            for (int i = 0; i < changed; i++) {
                neighbours[i] = first + i;
            }
            time(way, "CHANGE_NEIGHBOURS", repetition, files, () -> graph[0].change(neighbours, 2));
            for (int number : apart) {
                values[number] = 1;
            }
            for (int number : neighbours) {
                values[number] = 2;
            }
            graph[0].close();
            graph[0] = null;
            time(way, "READ", repetition, files, () -> {
                graph[0] = way.open(files);
                requireAll(way, graph[0].sum());
            });
        } finally {
            if (graph[0] != null) {
                graph[0].close();
            }
        }
        delete(files);
    }

    private void time(Way way, String what, int repetition, Path files, Step step) throws IOException {
        long written = device.writtenBytes();
        long began = System.nanoTime();
        step.run();
        double seconds = (System.nanoTime() - began) / 1e9;
        long bytes = bytes(files);
        if (repetition > 0 && bytes > 0) { // serialization makes no file before it has a graph
            System.out.println(way + " " + what + " " + repetition + " " + seconds + " "
                    + (device.writtenBytes() - written) + " " + bytes);
        }
    }

    private void requireAll(Way way, long sum) {
        long wanted = 0;
        for (int i = 0; i < objects; i++) {
            wanted += Graph.part(i, values[i]);
        }
        if (sum != wanted) {
            throw new IllegalStateException("graph is not what was made durable: way=" + way + ", shape=" + shape
                    + ", objects=" + objects + ", sum=" + sum + ", wanted=" + wanted);
        }
    }

    private static long bytes(Path files) throws IOException {
        long bytes = 0;
        for (Path file : all(files)) {
            bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
        }
        return bytes;
    }

    private static void delete(Path files) throws IOException {
        for (Path file : all(files)) {
            Files.delete(file);
        }
    }

    /** Returns files and folders, the deepest first. */
    private static List<Path> all(Path files) throws IOException {
        try (Stream<Path> found = Files.walk(files)) {
            return found.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
