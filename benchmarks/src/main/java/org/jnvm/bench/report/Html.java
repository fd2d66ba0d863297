package org.jnvm.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Pieces of a page. */
final class Html {
    private Html() {}

    /** Returns text as it may stand between tags and in attributes. */
    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns a row of cells, which are HTML. */
    static String row(String tag, List<String> cells) {
        return cells.stream()
                .map(cell -> "<" + tag + ">" + cell + "</" + tag + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    /** Returns a table of cells that are HTML; the first row is its head. */
    static String table(List<List<String>> rows) {
        StringBuilder table = new StringBuilder("<table>\n<thead>").append(row("th", rows.get(0)));
        table.append("</thead>\n<tbody>\n");
        rows.subList(1, rows.size()).forEach(row -> table.append(row("td", row)));
        return table.append("</tbody>\n</table>\n").toString();
    }

    /** Converts what the tables of RESULTS.md consist of: paragraphs, tables, code and bold text. */
    static String ofMarkdown(String markdown) {
        StringBuilder html = new StringBuilder();
        for (String part : markdown.strip().split("\n\n+|\n(?=\\|)(?<!\\|\n)")) {
            if (part.startsWith("|")) {
                html.append(table(tableOfMarkdown(part)));
            } else if (!part.isBlank()) {
                html.append("<p>").append(inline(part)).append("</p>\n");
            }
        }
        return html.toString();
    }

    private static List<List<String>> tableOfMarkdown(String part) {
        List<List<String>> rows = new ArrayList<>();
        for (String line : part.lines().toList()) {
            if (!line.matches("\\|(-+\\|)+")) {
                String cells = line.substring(1, line.length() - 1);
                rows.add(Arrays.stream(cells.split("\\|", -1))
                        .map(cell -> inline(cell.strip()))
                        .toList());
            }
        }
        return rows;
    }

    private static String inline(String markdown) {
        return text(markdown)
                .replaceAll("`([^`]*)`", "<code>$1</code>")
                .replaceAll("\\*\\*([^*]*)\\*\\*", "<strong>$1</strong>");
    }
}
