package org.jnvm.bench.tables;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The tables of all groups, in Markdown. */
public final class Tables {
    private Tables() {}

    /** Makes the tables of those groups that have figures; each by the name of its markers in RESULTS.md. */
    public static Map<String, String> of(RawFigures raw) {
        Map<String, String> tables = new LinkedHashMap<>();
        if (!raw.of("field").isEmpty()) { // of most of what is wanted
            tables.put("targets", Targets.of(raw).markdown());
        }
        Map<String, Function<Runs, String>> makers = new LinkedHashMap<>();
        makers.put("field", MicroTables::field);
        makers.put("bulk", MicroTables::bulk);
        makers.put("pwb", MicroTables::pwb);
        makers.put("alloc", runs -> AllocTables.make(runs, raw.of("alloc-counts")));
        makers.put("recovery", RestartTables::recovery);
        makers.put("reopen", RestartTables::reopen);
        makers.put("fa", runs -> FaTables.blocks(runs, raw.of("fa-counts")));
        makers.put("fa-map", FaTables::map);
        makers.put(Table51Tables.GROUP, Table51Tables::make);
        makers.put(Fig51Tables.GROUP, Fig51Tables::make);
        makers.put(Fig56Tables.GROUP, Fig56Tables::make);
        for (LineTables each : LineTables.values()) {
            makers.put(each.group(), each::make);
        }
        makers.put("fig5.5", runs -> runs.environment() + "\n" + GenericTable.of(runs));
        makers.put(RivalsTables.GROUP, runs -> runs.environment() + "\n" + GenericTable.of(runs));
        makers.put("space", SpaceTables::make);
        makers.put("ship", ShipTables::make);
        makers.forEach((name, maker) -> {
            Runs runs = raw.of(name);
            if (!runs.isEmpty()) {
                tables.put(name, maker.apply(runs));
            }
        });
        return tables;
    }
}
