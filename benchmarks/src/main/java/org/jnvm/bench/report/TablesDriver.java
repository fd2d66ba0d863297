package org.jnvm.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Group;
import org.jnvm.bench.harness.Home;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the tables of a file, between lines that mark them, from raw figures. What stands outside is left alone. */
@Command(
        name = "tables",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Rewrites the tables between the markers of RESULTS.md from the raw figures.")
public final class TablesDriver implements Callable<Integer> {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder of the raw figures (default: benchmarks/results).")
    private Path out;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "The file with the markers (default: benchmarks/RESULTS.md).")
    private Path file;

    private final List<Group> groups;

    /**
     * Makes the command.
     *
     * @param groups those whose tables have a place
     */
    public TablesDriver(List<Group> groups) {
        this.groups = groups;
    }

    @Override
    public Integer call() throws IOException {
        Path results = out != null ? out : Home.results();
        Path target = file != null ? file : Home.path().resolve("RESULTS.md");
        Map<String, String> tables = Tables.markdown(new Results(results), groups);
        String text = Files.readString(target);
        for (Map.Entry<String, String> table : tables.entrySet()) {
            text = replace(text, table.getKey(), table.getValue(), target);
        }
        Files.writeString(target, text);
        return 0;
    }

    private static String replace(String text, String name, String table, Path file) {
        String begin = "<!-- begin " + name + " -->\n";
        String end = "<!-- end " + name + " -->\n";
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("file has no place for a table: file=" + file + ", wanted=\""
                    + begin.strip() + "\" and \"" + end.strip() + "\"; add both lines");
        }
        return text.substring(0, from + begin.length()) + table + text.substring(to);
    }
}
