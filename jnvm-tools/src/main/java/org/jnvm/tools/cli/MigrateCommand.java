package org.jnvm.tools.cli;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jnvm.HeapOptions;
import org.jnvm.tools.HeapTools;
import org.jnvm.tools.MigratedLayout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "migrate",
        description = "Converts all objects of older layouts of their classes to those of a release of the program.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm migrate orders.heap --classpath shop-2.0.jar:lib/orders.jar --dry-run",
            "  jnvm migrate orders.heap --classpath shop-2.0.jar:lib/orders.jar",
            "",
            "The program does the same, an object at a time, when it uses them. A crash, or Ctrl-C, leaves each",
            "object as it was or as it will be; run it again. What cannot be converted stays as it is, and the exit",
            "status is 1. Static initialisers and converters of the program run, recover() and resurrect() do not."
        })
final class MigrateCommand extends HeapCommand {
    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            required = true,
            description = "Jars and folders of the program, as for java -cp.")
    private String classPath;

    @Option(names = "--dry-run", description = "Tell what would be converted, and change nothing.")
    private boolean dryRun;

    @Option(names = "--size", paramLabel = "BYTES", description = "What FILE may grow to, if that is more than now.")
    private long size;

    MigrateCommand() {}

    @Override
    int run(ProgressLine progress) throws IOException {
        HeapOptions options =
                size == 0 ? HeapOptions.defaults() : HeapOptions.defaults().maxBytes(size);
        long began = System.nanoTime();
        List<MigratedLayout> layouts;
        try (URLClassLoader program = new URLClassLoader(urls(), MigrateCommand.class.getClassLoader())) {
            layouts = dryRun
                    ? HeapTools.tryMigration(heap(), program, progress)
                    : HeapTools.migrate(heap(), program, options, progress);
        }
        progress.clear();
        layouts.forEach(this::print);
        long converted = layouts.stream().mapToLong(MigratedLayout::converted).sum();
        long refused = layouts.stream().mapToLong(MigratedLayout::refused).sum();
        styled((dryRun ? "@|bold would be converted|@" : "@|bold converted|@")
                + String.format(
                        Locale.ROOT,
                        ": %d objects of %d older layouts; %d refused; %.1f s",
                        converted,
                        layouts.size(),
                        refused,
                        (System.nanoTime() - began) / 1e9));
        return refused == 0 ? 0 : Jnvm.FOUND;
    }

    private URL[] urls() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(Pattern.quote(File.pathSeparator))) {
            if (!entry.isEmpty()) {
                urls.add(existing(Path.of(entry)).toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }

    private void print(MigratedLayout layout) {
        String now = layout.nameNow().equals(layout.className()) ? "" : ", now " + layout.nameNow();
        out().println(layout.className() + " version " + layout.version() + now + ": " + layout.converted()
                + " objects");
        layout.changes().forEach(change -> out().println("  " + change));
        if (layout.refused() > 0) {
            out().println("  refused " + layout.refused() + ": " + layout.refusal());
        }
    }
}
