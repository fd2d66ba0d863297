package org.jnvm.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jnvm.bench.harness.Group;
import org.jnvm.bench.harness.Preset;

/** The page: what is wanted, then each group, with its plots and tables beside what the thesis says. */
final class Report {
    private static final String STYLE = """
            body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; color: #222; }
            table { border-collapse: collapse; margin: 0.7em 0; font-size: 13px; }
            th, td { border: 1px solid #ccc; padding: 0.2em 0.6em; text-align: left; vertical-align: top; }
            th { background: #f2f2f2; }
            td { overflow-wrap: anywhere; }
            svg { max-width: 100%; height: auto; }
            section { border-top: 2px solid #ddd; margin-top: 2em; }
            .beside { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5em; }
            .reached { color: #1a7030; } .missed { color: #b02020; font-weight: bold; } .not_measured { color: #777; }
            summary { cursor: pointer; }
            """;

    private final Path folder;
    private final String prose;
    private final Results results;
    private final Targets targets;
    private final StringBuilder page = new StringBuilder();

    /**
     * Reads the figures.
     *
     * @param folder of results
     * @param prose the address of RESULTS.md, as seen from the page
     */
    Report(Path folder, String prose) {
        this.folder = folder;
        this.prose = prose;
        results = new Results(folder);
        targets = Targets.of(results);
    }

    /** Writes plots to the folder, and returns the page with all of them. */
    String make(List<Group> groups) {
        page.append(
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>J-NVM: results</title>\n");
        page.append("<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n<h1>J-NVM: results</h1>\n");
        page.append("<p>Made by <code>benchmarks/run report</code> from the raw figures of this folder. Figures are")
                .append(" medians, with least and greatest in brackets; the machine, the JDK, its flags and the commit")
                .append(" stand with each group. The thesis measured on ")
                .append(Table.escaped(Thesis.MACHINE))
                .append("</p>\n");
        if (isTiny()) {
            page.append(
                            "<p><strong>These are figures of the preset tiny, which shows that all works: they mean nothing.")
                    .append("</strong></p>\n");
        }
        wanted();
        Map<String, String> sections = new LinkedHashMap<>(); // in the order of the groups; others come last
        groups.forEach(group -> sections.put(group.name(), group.description()));
        results.names().stream()
                .filter(name -> groups.stream().noneMatch(group -> name.startsWith(group.name() + "-")))
                .forEach(name -> sections.putIfAbsent(name, ""));
        sections.keySet().retainAll(results.names());
        sections.forEach(this::section);
        return page.append("</body>\n</html>\n").toString();
    }

    private boolean isTiny() {
        return results.names().stream()
                .flatMap(name -> results.of(name).values().stream())
                .anyMatch(figures -> Preset.TINY
                        .name()
                        .equalsIgnoreCase(figures.environment().get("preset")));
    }

    // ---- what is wanted ----

    private void wanted() {
        page.append("<h2 id=\"wanted\">What is wanted</h2>\n<table>\n<thead>");
        List<String> titles = new ArrayList<>(List.of("number to reach", "measured", "wanted"));
        targets.jdks().forEach(jdk -> titles.add("JDK " + jdk));
        if (targets.jdks().isEmpty()) {
            titles.add("any JDK");
        }
        titles.add("why not");
        row("th", titles);
        page.append("</thead>\n<tbody>\n");
        targets.rows().forEach((name, row) -> row.forEach(target -> row("td", wanted(name, target))));
        page.append("</tbody>\n</table>\n");
    }

    private void row(String tag, List<String> cells) {
        page.append("<tr>");
        cells.forEach(
                cell -> page.append('<').append(tag).append('>').append(cell).append("</" + tag + ">"));
        page.append("</tr>\n");
    }

    private List<String> wanted(String name, Target target) {
        List<String> cells = new ArrayList<>(
                List.of(Table.escaped(name), Table.inline(target.what()), Table.escaped(target.wantedText())));
        boolean missed = false;
        for (int jdk : targets.jdks()) {
            missed |= target.status(jdk) == Target.Status.MISSED;
            cells.add(cell(target.text(jdk), target.status(jdk)));
        }
        if (targets.jdks().isEmpty()) {
            cells.add(cell(Table.NONE, Target.Status.NOT_MEASURED));
        }
        String address = Table.escaped(prose + "#" + slug(target.why()));
        cells.add(missed ? "<a href=\"" + address + "\">" + Table.escaped(target.why()) + "</a>" : "");
        return cells;
    }

    private static String cell(String figure, Target.Status status) {
        String name = status.name().toLowerCase(Locale.ROOT);
        String said = name.replace('_', ' ').replace("missed", "not reached");
        return "<span class=\"" + name + "\">"
                + (status == Target.Status.NOT_MEASURED ? "" : Table.escaped(figure) + ", ") + said + "</span>";
    }

    /** Returns the anchor that a heading of a Markdown file gets. */
    static String slug(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    // ---- groups ----

    private void section(String group, String about) {
        page.append("<section>\n<h2 id=\"" + Table.escaped(group) + "\">" + Table.escaped(group) + "</h2>\n");
        page.append("<p>").append(Table.escaped(about)).append("</p>\n");
        List<List<String>> said = new ArrayList<>(List.of(List.of("what", "figure", "section")));
        said.addAll(Thesis.of(group));
        if (said.size() > 1) {
            page.append("<div class=\"beside\">\n<div>\n<h3>The thesis</h3>\n")
                    .append(new Table("", said).html())
                    .append("</div>\n<div>\n<h3>Here</h3>\n")
                    .append(here(group))
                    .append("</div>\n</div>\n");
        }
        for (int jdk : results.of(group).keySet()) {
            Plots.of(results, group, jdk).ifPresent(plot -> {
                String svg = plot.svg();
                write(folder.resolve(group + "-jdk" + jdk + ".svg"), svg);
                page.append("<figure>\n").append(svg).append("</figure>\n");
            });
        }
        page.append("<details open><summary>machine, flags and all figures</summary>\n");
        Tables.of(results, group).forEach(table -> page.append(table.html()));
        page.append("</details>\n</section>\n");
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String here(String group) {
        List<List<String>> rows = new ArrayList<>(List.of(new ArrayList<>(List.of("what"))));
        targets.jdks().forEach(jdk -> rows.get(0).add("JDK " + jdk));
        targets.rows()
                .values()
                .forEach(row -> row.forEach(target -> {
                    if (target.group().equals(group) && !target.measured().isEmpty()) {
                        List<String> cells = new ArrayList<>(List.of(target.what()));
                        targets.jdks().forEach(jdk -> cells.add(target.text(jdk)));
                        rows.add(cells);
                    }
                }));
        return rows.size() == 1 ? "<p>See below.</p>\n" : new Table("", rows).html();
    }
}
