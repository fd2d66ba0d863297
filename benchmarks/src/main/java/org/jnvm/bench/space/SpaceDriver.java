package org.jnvm.bench.space;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What objects take in the file; what maps and sets take for an entry, and the first look-up of one after the heap was
 * opened; in a new JVM each time.
 */
public final class SpaceDriver implements Callable<Integer> {
    private static final int JAVA_HEAP_MIB = 1536;
    private static final int BLOCK_BYTES = 256;
    private static final long MIN_HEAP_BYTES = 1L << 30;
    /** More than any collection takes for an entry, key and value. */
    private static final int MAX_ENTRY_BYTES = 512;

    private static final int OBJECTS_MAX = 100_000;
    private static final Flags FLAGS = Flags.OPENED;

    @Mixin
    private RunOptions options;

    @Option(names = "--entries", paramLabel = "N", description = "Entries (default: by preset).")
    private Integer entries;

    @Option(
            names = "--java-heap",
            paramLabel = "MIB",
            defaultValue = "" + JAVA_HEAP_MIB,
            description = "Java heap of the process that finds a collection (default: ${DEFAULT-VALUE}).")
    private int javaHeap;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Only these collections, and no objects (default: all).")
    private List<String> only = List.of();

    private Figures figures;

    @Override
    public Integer call() {
        figures = new Figures(
                options.environment(String.join(" ", FLAGS.jvm(JAVA_HEAP_MIB))),
                "collection entries threads repetition file_bytes find_ms allocated_bytes base_bytes eager_ms eager_bytes cached_bytes"
                        + " look_up_ms longest_put_ms");
        if (entries == null) {
            entries = options.pick(10_000, 1_000_000, 1_000_000);
        }
        Progress progress = new Progress("space", Shape.values().length + Kind.values().length);
        Figures objects = new Figures(
                options.environment(String.join(" ", FLAGS.jvm(JAVA_HEAP_MIB))),
                "shape objects file_bytes content_bytes lost");
        for (Shape shape : only.isEmpty() ? Shape.values() : new Shape[0]) {
            progress.next(shape.toString());
            try (Folder folder = new Folder()) {
                measure(shape, folder.file("space.heap"), objects);
            }
            options.write("space-objects", objects);
        }
        for (Kind kind : Kind.values()) {
            progress.next(kind.toString());
            if (!only.isEmpty() && !only.contains(kind.toString())) {
                continue;
            }
            try (Folder folder = new Folder()) {
                measure(kind, folder.file("space.heap"));
            }
            options.write("space", figures);
        }
        return 0;
    }

    private void measure(Shape shape, Path file, Figures objects) {
        int count = Math.min(entries, OBJECTS_MAX);
        List<String> arguments = List.of(file.toString(), "" + MIN_HEAP_BYTES, shape.name(), "" + count);
        try (Child maker = Child.java(FLAGS.jvm(JAVA_HEAP_MIB), ObjectsProcess.class, arguments)) {
            String made = maker.line();
            maker.requireSuccess();
            double fileBytes = number(made, 1) * BLOCK_BYTES / count;
            double content = number(made, 2) / count;
            objects.add(shape, count, fileBytes, content, 1 - content / fileBytes);
        }
    }

    private void measure(Kind kind, Path file) {
        long heapBytes = Math.max(MIN_HEAP_BYTES, (long) entries * MAX_ENTRY_BYTES);
        List<String> arguments = List.of(file.toString(), "" + heapBytes, kind.name(), "" + entries);
        double fileBytes;
        double longest;
        try (Child filler = Child.java(FLAGS.jvm(JAVA_HEAP_MIB), FillProcess.class, arguments)) {
            String filled = filler.line();
            fileBytes = number(filled, 1) * BLOCK_BYTES / entries;
            longest = number(filled, 2) / 1e6;
            filler.requireSuccess();
        }
        for (int repetition = 1; repetition <= options.pick(1, 3, 10); repetition++) {
            boolean each = kind == Kind.values()[0] || options.preset() != Preset.TINY;
            for (String threads : each ? List.of("one", "all") : List.of("one")) {
                find(kind, file, threads, repetition, fileBytes, longest);
            }
        }
    }

    private void find(Kind kind, Path file, String threads, int repetition, double fileBytes, double longest) {
        boolean variants = kind.isMap() && repetition == 1 && javaHeap >= JAVA_HEAP_MIB; // the same each time
        List<String> arguments = List.of(file.toString(), "" + entries, threads, variants ? "variants" : "base");
        try (Child finder = Child.java(FLAGS.jvm(javaHeap), FindProcess.class, arguments)) {
            String found = finder.line();
            String eager = variants ? finder.line() : null;
            String cached = variants ? finder.line() : null;
            String again = finder.line();
            finder.requireSuccess();
            figures.add(
                    kind,
                    entries,
                    threads,
                    repetition,
                    fileBytes,
                    number(found, 1) / 1e6,
                    number(found, 2) / entries,
                    number(found, 3) / entries,
                    number(eager, 1) / 1e6,
                    number(eager, 2) / entries,
                    number(cached, 1) / entries,
                    number(again, 1) / 1e6,
                    longest);
        }
    }

    /** Returns a number of a line that a process printed, NaN if it printed none. */
    private static double number(String line, int word) {
        return line == null ? Double.NaN : Double.parseDouble(line.split(" ")[word]);
    }
}
