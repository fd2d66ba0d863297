package org.jnvm.examples.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder for the files of one run; removed at its end, also when the user interrupts it. */
public final class RunFolder implements AutoCloseable {
    private final Path path;
    private boolean kept;

    /** Makes the folder. */
    public RunFolder() {
        try {
            path = Files.createTempDirectory("jnvm-");
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary folder can be made", e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** Returns the path of a file in the folder. */
    public Path file(String name) {
        return path.resolve(name);
    }

    /** Lets the folder stay, for whoever wants to look at what is in it. */
    public synchronized void keep() {
        kept = true;
    }

    /** Removes the folder; does nothing if that was done, or if it is to stay. */
    @Override
    public synchronized void close() {
        if (kept || !Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the temporary folder cannot be removed: " + path, e);
        }
    }
}
