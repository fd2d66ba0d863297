package org.jnvm.bench.serialize;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A graph of objects made durable on an ordinary disk, by J-NVM, by serialization and in databases (SoftPM, §5). */
public final class SerializeDriver implements Callable<Integer> {
    private static final String NAME = "serialize";
    private static final int JAVA_HEAP_MIB = 1536;
    /** Lists are not longer: serialization would need a larger stack. */
    private static final int LIST_MOST = 100_000;

    private static final Flags FLAGS = Flags.OPENED;

    @Mixin
    private RunOptions options;

    @Option(
            names = "--disk-dir",
            paramLabel = "DIR",
            description = "Folder on the disk (default: the temporary folder, which must not be in memory).")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(names = "--objects", paramLabel = "N", description = "Objects of a graph (default: by preset).")
    private Integer objects;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    private Figures figures;

    @Override
    public Integer call() {
        Folder.inside(folder);
        List<String> flags = new ArrayList<>(FLAGS.jvm(JAVA_HEAP_MIB));
        if (Runtime.version().feature() >= 24) {
            flags.add("--enable-native-access=ALL-UNNAMED"); // for SQLite
        }
        int all = rounds != null ? rounds : options.pick(1, 3, 10);
        List<Integer> sizes = objects != null
                ? List.of(objects)
                : options.pick(List.of(500), List.of(100_000), List.of(100_000, 1_000_000));
        Map<String, String> environment = options.environment(String.join(" ", flags));
        environment.put("rounds", Integer.toString(all));
        environment.put("changed", "1 % of the objects, or one");
        figures = new Figures(environment, "shape objects what way repetition ms written_bytes file_bytes");
        for (int size : sizes) {
            for (Shape shape : Shape.values()) {
                if (shape != Shape.LIST || size <= LIST_MOST) {
                    System.out.println(NAME + ": " + shape + " of " + size + " objects ...");
                    run(flags, shape, size, all);
                }
            }
        }
        System.out.println(NAME + ": written to " + options.file(NAME));
        return 0;
    }

    private void run(List<String> flags, Shape shape, int size, int all) {
        try (Folder files = new Folder()) {
            List<String> withFolder = new ArrayList<>(flags);
            withFolder.add(files.flag());
            List<String> arguments = List.of(shape.name(), "" + size, "" + all);
            try (Child child = Child.java(withFolder, SerializeProcess.class, arguments)) {
                for (String line : child.lines()) {
                    String[] words = line.split(" ");
                    figures.add(
                            shape,
                            size,
                            words[1],
                            words[0],
                            words[2],
                            1e3 * Double.parseDouble(words[3]),
                            words[4],
                            words[5]);
                }
            }
        }
        options.write(NAME, figures);
    }
}
