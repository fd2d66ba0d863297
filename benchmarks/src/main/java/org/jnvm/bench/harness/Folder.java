package org.jnvm.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new folder for the files of one benchmark, in memory if the system has such a file system. */
public final class Folder implements AutoCloseable {
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    /** The property that names where folders are made. */
    private static final String PARENT = "jnvm.bench.dir";

    private final Path path;
    private final Runnable delete = this::delete;

    /** Makes the folder. */
    public Folder() {
        this(parent());
    }

    /** Makes the folder in another one. */
    public Folder(Path parent) {
        try {
            path = Files.createTempDirectory(parent, "jnvm-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Leftovers.add(delete);
    }

    /** Makes the folders of this JVM in another one from now on. */
    public static void inside(Path parent) {
        System.setProperty(PARENT, parent.toString());
    }

    /** Returns where the folders are made: the property {@code jnvm.bench.dir}, else a tmpfs, else the default one. */
    public static Path parent() {
        String asked = System.getProperty(PARENT);
        if (asked != null) {
            return Path.of(asked);
        }
        return Files.isWritable(IN_MEMORY) ? IN_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /**
     * Returns the flag that lets a JVM make its folders in this one, so that nothing is left of a JVM that does not end
     * well.
     */
    public String flag() {
        return "-D" + PARENT + "=" + path;
    }

    /** Returns the path of a file in the folder, which need not be there. */
    public Path file(String name) {
        return path.resolve(name);
    }

    /** Deletes the folder with its files. */
    @Override
    public void close() {
        Leftovers.end(delete);
    }

    private void delete() {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> childrenFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : childrenFirst) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
