package org.jnvm.bench.restart;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.ClassArchive;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opening after a clean close, in a new JVM each time. */
public final class ReopenDriver implements Callable<Integer> {
    /** In place of flags: without any, and with an archive of classes. */
    public static final String ARCHIVE = "archive";

    private static final int JAVA_HEAP_MIB = 256;
    private static final int BUILD_HEAP_MIB = 1024;
    private static final int BLOCK_SHIFT = 8;
    private static final int MIB_SHIFT = 20;

    @Mixin
    private RunOptions options;

    @Option(names = "--mib", paramLabel = "N", split = ",", description = "Data in MiB (default: by preset).")
    private List<Long> sizes;

    @Option(names = "--shape", paramLabel = "S", defaultValue = "ARRAYS", description = "Shape (default: ARRAYS).")
    private Shape shape;

    private Figures figures;

    @Override
    public Integer call() {
        figures = new Figures(
                options.environment(String.join(" ", Flags.NONE.jvm(JAVA_HEAP_MIB))),
                "mib flags repetition open_ms read_ms process_ms bare_jvm_ms close_ms again_ms");
        if (sizes == null) {
            sizes = options.pick(List.of(2L), List.of(64L, 256L, 1024L, 4096L), List.of(64L, 1024L, 4096L, 16_384L));
        }
        for (long mib : sizes) {
            measure(mib);
        }
        options.write("reopen", figures);
        return 0;
    }

    private void measure(long mib) {
        long objects = mib << MIB_SHIFT - BLOCK_SHIFT;
        String what = mib + " MiB of " + shape;
        if (!HeapSpace.has(HeapSpace.bytesFor(objects), what)) {
            return;
        }
        System.out.println("reopen: " + what + " ...");
        try (Folder folder = new Folder()) {
            Path file = folder.file("clean.heap");
            List<String> filled = List.of(
                    file.toString(), Long.toString(HeapSpace.bytesFor(objects)), shape.name(), "" + objects, "close");
            try (Child builder = Child.java(Flags.OPENED.jvm(BUILD_HEAP_MIB), BuildProcess.class, filled)) {
                builder.lines();
            }
            Optional<List<String>> archived = ClassArchive.made(
                    folder.file("classes.jsa"), Flags.NONE.jvm(JAVA_HEAP_MIB), OpenProcess.class, opening(file));
            for (int repetition = 1; repetition <= options.pick(1, 5, 10); repetition++) {
                int number = repetition;
                for (Flags flags : Flags.USUAL) {
                    List<String> jvm = flags.jvm(JAVA_HEAP_MIB);
                    open(file, mib, flags, number, arguments -> Child.java(jvm, OpenProcess.class, arguments));
                }
                archived.ifPresent(jvm -> open(
                        file,
                        mib,
                        ARCHIVE,
                        number,
                        arguments -> ClassArchive.start(jvm, OpenProcess.class, arguments)));
            }
        }
    }

    private static List<String> opening(Path file) {
        return List.of(file.toString(), "close");
    }

    /** Measures a JVM that opens the heap, and before it one that does nothing. */
    private void open(Path file, long mib, Object flags, int repetition, Function<List<String>, Child> start) {
        double bareMs;
        try (Child bare = start.apply(List.of())) {
            bare.line();
            bareMs = bare.nanosSinceStart() / 1e6;
        }
        try (Child child = start.apply(opening(file))) {
            String[] words = child.line().split(" ");
            double processMs = child.nanosSinceStart() / 1e6;
            String[] closed = child.line().split(" ");
            String[] again = child.line().split(" ");
            child.requireSuccess();
            figures.add(
                    mib,
                    flags,
                    repetition,
                    Long.parseLong(words[1]) / 1e6,
                    Long.parseLong(words[5]) / 1e6,
                    processMs,
                    bareMs,
                    Long.parseLong(closed[1]) / 1e6,
                    Long.parseLong(again[1]) / 1e6);
        }
    }
}
