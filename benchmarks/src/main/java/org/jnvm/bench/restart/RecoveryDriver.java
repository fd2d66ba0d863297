package org.jnvm.bench.restart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Recovery after SIGKILL, in a new JVM each time. */
public final class RecoveryDriver implements Callable<Integer> {
    private static final int JAVA_HEAP_MIB = 1024;
    /** From so many objects on one repetition is enough by default: it takes long, and compiled code does most of it. */
    private static final long LARGE = 5_000_000;

    @Mixin
    private RunOptions options;

    @Option(names = "--objects", paramLabel = "N", split = ",", description = "Sizes of heaps (default: by preset).")
    private List<Long> sizes;

    @Option(names = "--shapes", paramLabel = "S", split = ",", description = "Shapes of heaps (default: all).")
    private List<Shape> shapes = List.of(Shape.values());

    private Figures figures;

    @Override
    public Integer call() {
        figures = new Figures(
                options.environment(String.join(" ", Flags.NONE.jvm(JAVA_HEAP_MIB))),
                "shape objects flags repetition live_objects recovery_ms open_ms process_ms process_cpu_ms objects_per_s");
        if (sizes == null) {
            sizes = options.pick(
                    List.of(5_000L),
                    List.of(1_000_000L, 5_000_000L, 10_000_000L),
                    List.of(1_000_000L, 5_000_000L, 10_000_000L, 20_000_000L));
        }
        for (Shape shape : shapes) {
            for (long objects : sizes) {
                measure(shape, objects);
            }
        }
        options.write("recovery", figures);
        return 0;
    }

    private void measure(Shape shape, long objects) {
        String what = shape + " of " + objects + " objects";
        boolean pristine = shape == Shape.GARBAGE; // which the first recovery clears away
        if (!HeapSpace.has(HeapSpace.bytesFor(objects) * (pristine ? 2 : 1), what)) {
            return;
        }
        System.out.println("recovery: " + what + " ...");
        try (Folder folder = new Folder()) {
            Path built = folder.file("built.heap");
            build(built, shape, objects);
            for (Flags flags : Flags.USUAL) {
                int repetitions = options.pick(1, objects >= LARGE ? 1 : 3, 5);
                for (int repetition = 1; repetition <= repetitions; repetition++) {
                    Path file = pristine ? copy(built, folder.file("copy.heap")) : built;
                    recover(file, shape, objects, flags, repetition);
                }
            }
        }
    }

    private static void build(Path file, Shape shape, long objects) {
        List<String> arguments = List.of(
                file.toString(), Long.toString(HeapSpace.bytesFor(objects)), shape.name(), "" + objects, "kill");
        try (Child builder = Child.java(Flags.OPENED.jvm(JAVA_HEAP_MIB), BuildProcess.class, arguments)) {
            builder.line();
            builder.kill();
        }
    }

    /** Overwrites the copy, so that its pages need not be taken from the system again. */
    private static Path copy(Path from, Path to) {
        try {
            return Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void recover(Path file, Shape shape, long objects, Flags flags, int repetition) {
        try (Child child = Child.java(flags.jvm(JAVA_HEAP_MIB), OpenProcess.class, List.of(file.toString(), "kill"))) {
            String[] words = child.line().split(" ");
            double processMs = child.nanosSinceStart() / 1e6;
            double cpuMs = child.cpuNanos() / 1e6;
            child.kill();
            double recoveryMs = Long.parseLong(words[2]) / 1e6;
            long live = Long.parseLong(words[3]);
            figures.add(
                    shape,
                    objects,
                    flags,
                    repetition,
                    live,
                    recoveryMs,
                    Long.parseLong(words[1]) / 1e6,
                    processMs,
                    cpuMs,
                    live / recoveryMs * 1e3);
        }
    }
}
