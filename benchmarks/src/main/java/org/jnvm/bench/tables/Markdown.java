package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.List;

/** A table of RESULTS.md. */
final class Markdown {
    private final List<String> lines = new ArrayList<>();
    private final int columns;

    Markdown(List<String> titles) {
        columns = titles.size();
        row(titles);
        lines.add("|" + "---|".repeat(columns));
    }

    /** Adds a row, which has as many cells as there are titles. */
    void row(List<String> cells) {
        if (cells.size() != columns && !lines.isEmpty()) {
            throw new IllegalArgumentException("row has another number of cells than the table: cells=" + cells);
        }
        lines.add("| " + String.join(" | ", cells) + " |");
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
