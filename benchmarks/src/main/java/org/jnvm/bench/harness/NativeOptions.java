package org.jnvm.bench.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of groups that run C programs. */
public final class NativeOptions {
    @Option(
            names = "--native",
            paramLabel = "DIR",
            description =
                    "The folder of the C programs, compiled (default: benchmarks/target/native). What is not there is"
                            + " left out.")
    private Path folder;

    /** Returns a program or library, or prints that it is left out. */
    public Optional<Path> find(String name) {
        Path in = folder != null
                ? folder
                : Home.find()
                        .map(home -> home.resolve("target").resolve("native"))
                        .orElse(null);
        if (in != null && Files.isReadable(in.resolve(name))) {
            return Optional.of(in.resolve(name));
        }
        System.out.println("skipped: " + name + ", as it is not compiled: folder=" + in);
        return Optional.empty();
    }
}
