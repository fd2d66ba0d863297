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
    private static final long HEAP_BYTES = 1L << 30;
    private static final int OBJECTS_MAX = 100_000;
    private static final Flags FLAGS = Flags.OPENED;

    @Mixin
    private RunOptions options;

    @Option(names = "--entries", paramLabel = "N", description = "Entries (default: by preset).")
    private Integer entries;

    private Figures figures;

    @Override
    public Integer call() {
        figures = new Figures(
                options.environment(String.join(" ", FLAGS.jvm(JAVA_HEAP_MIB))),
                "collection entries threads repetition file_bytes find_ms allocated_bytes base_bytes eager_ms eager_bytes cached_bytes");
        if (entries == null) {
            entries = options.pick(10_000, 1_000_000, 1_000_000);
        }
        Progress progress = new Progress("space", Shape.values().length + Kind.values().length);
        Figures objects = new Figures(
                options.environment(String.join(" ", FLAGS.jvm(JAVA_HEAP_MIB))),
                "shape objects file_bytes content_bytes lost");
        for (Shape shape : Shape.values()) {
            progress.next(shape.toString());
            try (Folder folder = new Folder()) {
                measure(shape, folder.file("space.heap"), objects);
            }
            options.write("space-objects", objects);
        }
        for (Kind kind : Kind.values()) {
            progress.next(kind.toString());
            try (Folder folder = new Folder()) {
                measure(kind, folder.file("space.heap"));
            }
            options.write("space", figures);
        }
        return 0;
    }

    private void measure(Shape shape, Path file, Figures objects) {
        int count = Math.min(entries, OBJECTS_MAX);
        List<String> arguments = List.of(file.toString(), "" + HEAP_BYTES, shape.name(), "" + count);
        try (Child maker = Child.java(FLAGS.jvm(JAVA_HEAP_MIB), ObjectsProcess.class, arguments)) {
            String made = maker.line();
            maker.requireSuccess();
            double fileBytes = number(made, 1) * BLOCK_BYTES / count;
            double content = number(made, 2) / count;
            objects.add(shape, count, fileBytes, content, 1 - content / fileBytes);
        }
    }

    private void measure(Kind kind, Path file) {
        List<String> arguments = List.of(file.toString(), "" + HEAP_BYTES, kind.name(), "" + entries);
        double fileBytes;
        try (Child filler = Child.java(FLAGS.jvm(JAVA_HEAP_MIB), FillProcess.class, arguments)) {
            fileBytes = number(filler.line(), 1) * BLOCK_BYTES / entries;
            filler.requireSuccess();
        }
        for (int repetition = 1; repetition <= options.pick(1, 3, 10); repetition++) {
            boolean each = kind == Kind.values()[0] || options.preset() != Preset.TINY;
            for (String threads : each ? List.of("one", "all") : List.of("one")) {
                find(kind, file, threads, repetition, fileBytes);
            }
        }
    }

    private void find(Kind kind, Path file, String threads, int repetition, double fileBytes) {
        boolean variants = kind.isMap() && repetition == 1; // the same each time
        List<String> arguments = List.of(file.toString(), "" + entries, threads, variants ? "variants" : "base");
        try (Child finder = Child.java(FLAGS.jvm(JAVA_HEAP_MIB), FindProcess.class, arguments)) {
            String found = finder.line();
            String eager = variants ? finder.line() : null;
            String cached = variants ? finder.line() : null;
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
                    number(cached, 1) / entries);
        }
    }

    /** Returns a number of a line that a process printed, NaN if it printed none. */
    private static double number(String line, int word) {
        return line == null ? Double.NaN : Double.parseDouble(line.split(" ")[word]);
    }
}
