package org.jnvm.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jnvm.bench.Groups;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.tables.GenericTable;
import org.jnvm.bench.tables.RawFigures;
import org.jnvm.bench.tables.Runs;
import org.jnvm.bench.tables.Tables;
import org.jnvm.bench.tables.Target;
import org.jnvm.bench.tables.Targets;

/** The page: what is wanted, then each group, with its plots and tables beside what the thesis says. */
final class Report {
    private static final String STYLE = """
            body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; color: #222; }
            table { border-collapse: collapse; margin: 0.7em 0; font-size: 13px; }
            th, td { border: 1px solid #ccc; padding: 0.2em 0.6em; text-align: left; vertical-align: top; }
            th { background: #f2f2f2; }
            td { overflow-wrap: anywhere; }
            img { max-width: 100%; }
            section { border-top: 2px solid #ddd; margin-top: 2em; }
            .beside { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5em; }
            .reached { color: #1a7030; } .missed { color: #b02020; font-weight: bold; } .not_measured { color: #777; }
            summary { cursor: pointer; }
            """;

    private final Path folder;
    private final String results;
    private final RawFigures raw;
    private final Targets targets;
    private final Map<String, String> tables;
    private final StringBuilder page = new StringBuilder();

    /**
     * Reads the figures.
     *
     * @param folder of results
     * @param results the address of RESULTS.md, as seen from the page
     */
    Report(Path folder, String results) {
        this.folder = folder;
        this.results = results;
        raw = new RawFigures(folder);
        targets = Targets.of(raw);
        tables = Tables.of(raw);
    }

    /** Returns the page. */
    String make() {
        page.append(
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>J-NVM: results</title>\n");
        page.append("<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n<h1>J-NVM: results</h1>\n");
        page.append("<p>Made by <code>benchmarks/run report</code> from the raw figures of this folder. Figures are")
                .append(" medians, with least and greatest in brackets; the machine, the JDK, its flags and the commit")
                .append(" stand with each group. The thesis measured on ")
                .append(Html.text(Thesis.machine()))
                .append("</p>\n");
        if (isTiny()) {
            page.append(
                            "<p><strong>These are figures of the preset tiny, which shows that all works: they mean nothing.")
                    .append("</strong></p>\n");
        }
        wanted();
        for (String group : groups()) {
            section(group);
        }
        return page.append("</body>\n</html>\n").toString();
    }

    private boolean isTiny() {
        return raw.names().stream()
                .flatMap(name -> raw.of(name).byJdk().values().stream())
                .anyMatch(figures -> Preset.TINY
                        .name()
                        .equalsIgnoreCase(figures.environment().get("preset")));
    }

    // ---- what is wanted ----

    private void wanted() {
        page.append("<h2 id=\"wanted\">What is wanted</h2>\n");
        List<String> titles = new ArrayList<>(List.of("number to reach", "measured", "wanted"));
        targets.jdks().forEach(jdk -> titles.add("JDK " + jdk));
        if (targets.jdks().isEmpty()) {
            titles.add("any JDK");
        }
        titles.add("why not");
        List<List<String>> rows = new ArrayList<>(List.of(titles));
        targets.rows().forEach((name, row) -> row.forEach(target -> rows.add(wanted(name, target))));
        page.append(Html.table(rows));
    }

    private List<String> wanted(String name, Target target) {
        List<String> cells =
                new ArrayList<>(List.of(Html.text(name), markdown(target.what()), Html.text(target.wantedText())));
        boolean missed = false;
        for (int jdk : targets.jdks()) {
            missed |= target.status(jdk) == Target.Status.MISSED;
            cells.add(cell(target.text(jdk), target.status(jdk)));
        }
        if (targets.jdks().isEmpty()) {
            cells.add(cell("-", Target.Status.NOT_MEASURED));
        }
        cells.add(
                missed
                        ? "<a href=\"" + Html.text(results + "#" + slug(target.why())) + "\">" + Html.text(target.why())
                                + "</a>"
                        : "");
        return cells;
    }

    private static String cell(String figure, Target.Status status) {
        String name = status.name().toLowerCase(Locale.ROOT);
        String said = name.replace('_', ' ').replace("missed", "not reached");
        return "<span class=\"" + name + "\">" + (status == Target.Status.NOT_MEASURED ? "" : Html.text(figure) + ", ")
                + said + "</span>";
    }

    private static String markdown(String text) {
        return Html.ofMarkdown(text).replaceAll("^<p>|</p>\n$", "");
    }

    /** Returns the anchor that a heading of a Markdown file gets. */
    static String slug(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    // ---- groups ----

    /** Those that have figures, in the order in which they are run; then figures that belong to none. */
    private Set<String> groups() {
        Set<String> there = new LinkedHashSet<>(raw.names());
        Set<String> groups = new LinkedHashSet<>();
        Groups.ALL.forEach(group -> {
            if (there.contains(group.name())) {
                groups.add(group.name());
            }
        });
        there.removeIf(Report::isPartOfAGroup);
        groups.addAll(there);
        return groups;
    }

    /** Tells whether figures are more of a group's, as alloc-counts. */
    private static boolean isPartOfAGroup(String name) {
        return Groups.named(name).isEmpty()
                && Groups.ALL.stream().anyMatch(group -> name.startsWith(group.name() + "-"));
    }

    private void section(String group) {
        String about = Groups.named(group).map(each -> each.description()).orElse("");
        page.append("<section>\n<h2 id=\"" + Html.text(group) + "\">" + Html.text(group) + "</h2>\n");
        page.append("<p>").append(Html.text(about)).append("</p>\n");
        List<Thesis.Line> said = Thesis.of(group);
        if (!said.isEmpty()) {
            page.append("<div class=\"beside\">\n<div>\n<h3>The thesis</h3>\n");
            List<List<String>> rows = new ArrayList<>(List.of(List.of("what", "figure", "section")));
            said.forEach(line ->
                    rows.add(List.of(Html.text(line.what()), Html.text(line.figure()), Html.text(line.section()))));
            page.append(Html.table(rows)).append("</div>\n<div>\n<h3>Here</h3>\n");
            page.append(here(group)).append("</div>\n</div>\n");
        }
        for (Path plot : plots(group)) {
            page.append("<figure><img alt=\"" + Html.text(plot.getFileName().toString())
                            + "\" src=\"data:image/svg+xml;base64,")
                    .append(base64(plot))
                    .append("\"></figure>\n");
        }
        page.append("<details open><summary>machine, flags and all figures</summary>\n");
        Runs runs = raw.of(group);
        page.append(Html.ofMarkdown(tables.getOrDefault(group, runs.environment() + "\n" + GenericTable.of(runs))));
        page.append("</details>\n</section>\n");
    }

    private String here(String group) {
        List<String> titles = new ArrayList<>(List.of("what"));
        targets.jdks().forEach(jdk -> titles.add("JDK " + jdk));
        List<List<String>> rows = new ArrayList<>(List.of(titles));
        targets.rows()
                .values()
                .forEach(row -> row.forEach(target -> {
                    if (target.group().equals(group) && !target.measured().isEmpty()) {
                        List<String> cells = new ArrayList<>(List.of(markdown(target.what())));
                        targets.jdks().forEach(jdk -> cells.add(Html.text(target.text(jdk))));
                        rows.add(cells);
                    }
                }));
        return rows.size() == 1 ? "<p>See below.</p>\n" : Html.table(rows);
    }

    private List<Path> plots(String group) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.startsWith(group + "-")
                                && name.endsWith(".svg")
                                && owner(name).equals(group);
                    })
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the group with the longest name that a plot's file begins with. */
    private String owner(String file) {
        return raw.names().stream()
                .filter(name -> file.startsWith(name + "-"))
                .max((one, other) -> Integer.compare(one.length(), other.length()))
                .orElse("");
    }

    private static String base64(Path file) {
        try {
            return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
