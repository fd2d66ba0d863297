package org.jnvm.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Group;
import org.jnvm.bench.harness.Home;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Renders all results in a folder. */
@Command(
        name = "report",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "One page, report.html, with all results in the folder, the thesis' figures and what is wanted;"
                + " and the plots, one SVG each.")
public final class ReportDriver implements Callable<Integer> {
    private static final String FILE = "report.html";
    private static final String RESULTS = "RESULTS.md";

    private final List<Group> groups;

    @Mixin
    private RunOptions options;

    /**
     * Makes the command.
     *
     * @param groups those that have a section, in this order
     */
    public ReportDriver(List<Group> groups) {
        this.groups = groups;
    }

    @Override
    public Integer call() {
        System.out.println("report: written to " + write(options.folder(), groups));
        return 0;
    }

    /**
     * Writes the report of a folder, and the plots.
     *
     * @param folder of results
     * @param groups those that have a section, in this order
     * @return the page
     */
    public static Path write(Path folder, List<Group> groups) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there are no results: folder=" + folder);
        }
        String prose = Home.find()
                .map(home -> folder.toAbsolutePath()
                        .normalize()
                        .relativize(home.resolve(RESULTS).toAbsolutePath().normalize()))
                .map(Path::toString)
                .orElse(RESULTS);
        try {
            return Files.writeString(folder.resolve(FILE), new Report(folder, prose).make(groups));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
