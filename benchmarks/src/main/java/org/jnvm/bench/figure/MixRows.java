package org.jnvm.bench.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What a process of YCSB or of a bank prints, as rows of figures: one for each mix. */
final class MixRows {
    /** The columns behind those that name a measurement. */
    static final List<String> MEASURED = List.of(
            "ops_per_s",
            "cpu_ns_per_op",
            "p50_ns",
            "p99_ns",
            "p999_ns",
            "max_ns",
            "load_s",
            "read_ns",
            "update_ns",
            "collector_share",
            "written_per_op");

    private MixRows() {}

    /**
     * Reads the rows.
     *
     * @param lines what the process printed
     * @param names the columns that name the measurement of a mix
     */
    static List<List<Object>> read(List<String> lines, Function<String, List<String>> names) {
        String load = "";
        Map<String, List<Object>> rows = new LinkedHashMap<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "LOAD" -> load = words[1];
                case "RESULT" -> {
                    List<Object> row = new ArrayList<>(names.apply(words[1]));
                    for (int i = 2; i < words.length; i++) {
                        row.add(Double.parseDouble(words[i]));
                    }
                    row.add(Double.parseDouble(load));
                    rows.put(words[1], row);
                }
                case "DETAIL" -> {
                    for (int i = 2; i < words.length; i++) {
                        double value = Double.parseDouble(words[i]);
                        rows.get(words[1]).add(Double.isNaN(value) ? "" : value); // there was none
                    }
                }
                default -> { // CHECKED: all records were right
                }
            }
        }
        return List.copyOf(rows.values());
    }
}
