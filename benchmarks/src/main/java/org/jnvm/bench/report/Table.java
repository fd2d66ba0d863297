package org.jnvm.bench.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table, for RESULTS.md and for the page.
 *
 * @param title above it; may be empty
 * @param rows their cells, which may have code between backticks; the first row is the head
 */
record Table(String title, List<List<String>> rows) {
    /** A cell of which there is no figure. */
    static final String NONE = "-";

    /** Tells whether there is nothing below the head. */
    boolean isEmpty() {
        return rows.size() < 2;
    }

    String markdown() {
        StringBuilder out = new StringBuilder(title.isEmpty() ? "" : "\n" + title + ":\n\n");
        for (int i = 0; i < rows.size(); i++) {
            out.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
            if (i == 0) {
                out.append('|').append("---|".repeat(rows.get(0).size())).append('\n');
            }
        }
        return out.toString();
    }

    String html() {
        StringBuilder out = new StringBuilder(title.isEmpty() ? "" : "<p>" + inline(title) + ":</p>\n");
        out.append("<table>\n<thead>").append(row("th", rows.get(0))).append("</thead>\n<tbody>\n");
        rows.subList(1, rows.size()).forEach(row -> out.append(row("td", row)));
        return out.append("</tbody>\n</table>\n").toString();
    }

    private static String row(String tag, List<String> cells) {
        return cells.stream()
                .map(cell -> "<" + tag + ">" + inline(cell) + "</" + tag + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    /** Returns text with its code as HTML. */
    static String inline(String text) {
        return escaped(text).replaceAll("`([^`]*)`", "<code>$1</code>");
    }

    /** Returns text as it may stand between tags and in attributes, of HTML and of SVG. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
