package org.jnvm.tools.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "load",
        description = "Makes a heap file of what jnvm dump wrote.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm load orders.json -o orders.heap",
            "  jnvm dump old.heap | sed 's/\"EUR\"/\"CHF\"/' | jnvm load - -o new.heap",
            "",
            "Objects have the layouts that the dump names. If the classes of the program have changed since, it",
            "converts them as it does those of an older heap: when it uses them, or by jnvm migrate."
        })
final class LoadCommand extends ToolCommand {
    @Parameters(index = "0", paramLabel = "JSON", description = "What to load; - is standard input.")
    private Path dump;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "The heap file to make, which must not exist.")
    private Path output;

    @Option(names = "--size", paramLabel = "BYTES", description = "What FILE may grow to. Default: what the dump says.")
    private long size;

    LoadCommand() {}

    @Override
    int run(ProgressLine progress) throws IOException {
        long began = System.nanoTime();
        long objects;
        try (InputStream in = dump.toString().equals("-")
                ? System.in
                : new BufferedInputStream(Files.newInputStream(existing(dump)), 1 << 16)) {
            objects = HeapTools.load(in, output, size, progress);
        }
        progress.clear();
        styled(String.format(
                Locale.ROOT, "@|bold loaded|@: %d objects; %.1f s", objects, (System.nanoTime() - began) / 1e9));
        return 0;
    }
}
