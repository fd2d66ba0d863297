package org.jnvm.bench.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the tables of a file, between lines that mark them, from raw figures. What stands outside is left alone. */
@Command(
        name = "tables",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Rewrites the tables between the markers of RESULTS.md from the raw figures.")
public final class TablesDriver implements Callable<Integer> {
    @Option(names = "--results", paramLabel = "DIR", required = true, description = "The folder of the raw figures.")
    private Path results;

    @Option(names = "--file", paramLabel = "FILE", required = true, description = "The file with the markers.")
    private Path file;

    /** Made by picocli. */
    public TablesDriver() {}

    @Override
    public Integer call() throws IOException {
        Runs alloc = Runs.read(results, "alloc");
        Runs counts = Runs.read(results, "alloc-counts");
        Runs recovery = Runs.read(results, "recovery");
        Runs reopen = Runs.read(results, "reopen");
        Runs field = Runs.read(results, "field");
        Runs bulk = Runs.read(results, "bulk");
        Runs fa = Runs.read(results, "fa");
        Runs faCounts = Runs.read(results, "fa-counts");
        Runs faMap = Runs.read(results, "fa-map");
        Runs fig51 = Runs.read(results, "fig5.1");
        Runs fig56 = Runs.read(results, "fig5.6");
        Runs space = Runs.read(results, "space");
        Runs ship = Runs.read(results, "ship");
        Runs pwb = Runs.read(results, "pwb");
        Map<String, String> tables = new LinkedHashMap<>();
        if (!field.isEmpty()) {
            tables.put("targets", TargetTables.make(field, counts, recovery, reopen, faMap, fig51, fig56, space));
            tables.put("field", MicroTables.field(field));
        }
        if (!bulk.isEmpty()) {
            tables.put("bulk", MicroTables.bulk(bulk));
        }
        if (!pwb.isEmpty()) {
            tables.put("pwb", MicroTables.pwb(pwb));
        }
        if (!alloc.isEmpty()) {
            tables.put("alloc", AllocTables.make(alloc, counts));
        }
        if (!recovery.isEmpty()) {
            tables.put("recovery", RestartTables.recovery(recovery));
        }
        if (!reopen.isEmpty()) {
            tables.put("reopen", RestartTables.reopen(reopen));
        }
        if (!fa.isEmpty()) {
            tables.put("fa", FaTables.blocks(fa, faCounts));
        }
        if (!faMap.isEmpty()) {
            tables.put("fa-map", FaTables.map(faMap));
        }
        if (!fig51.isEmpty()) {
            tables.put("fig5.1", Fig51Tables.make(fig51));
        }
        if (!fig56.isEmpty()) {
            tables.put("fig5.6", Fig56Tables.make(fig56));
        }
        if (!space.isEmpty()) {
            tables.put("space", SpaceTables.make(space));
        }
        if (!ship.isEmpty()) {
            tables.put("ship", ShipTables.make(ship));
        }
        String text = Files.readString(file);
        for (Map.Entry<String, String> table : tables.entrySet()) {
            text = replace(text, table.getKey(), table.getValue());
        }
        Files.writeString(file, text);
        return 0;
    }

    private String replace(String text, String name, String table) {
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
