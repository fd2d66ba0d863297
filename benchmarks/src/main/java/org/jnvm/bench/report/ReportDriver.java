package org.jnvm.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Home;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Writes the report. */
@Command(
        name = "report",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "One page, report.html, with all results in the folder, the thesis' figures and what is wanted.")
public final class ReportDriver implements Callable<Integer> {
    private static final String FILE = "report.html";
    private static final String RESULTS = "RESULTS.md";

    @Mixin
    private RunOptions options;

    /** Made by picocli. */
    public ReportDriver() {}

    @Override
    public Integer call() {
        System.out.println("report: written to " + write(options.folder()));
        return 0;
    }

    /**
     * Writes the report of a folder.
     *
     * @param folder of results
     * @return the page
     */
    public static Path write(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there are no results: folder=" + folder);
        }
        String results = Home.find()
                .map(home -> folder.toAbsolutePath()
                        .normalize()
                        .relativize(home.resolve(RESULTS).toAbsolutePath().normalize()))
                .map(Path::toString)
                .orElse(RESULTS);
        try {
            return Files.writeString(folder.resolve(FILE), new Report(folder, results).make());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
