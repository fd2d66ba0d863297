package org.jnvm.tools.cli;

import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "map",
        description = "Draws the block area of a heap by class and state.",
        footerHeading = "%nExample:%n",
        footer = "  jnvm map orders.heap -o orders.svg && xdg-open orders.svg")
final class MapCommand extends HeapCommand {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "The picture to write, as SVG.")
    private Path output;

    MapCommand() {}

    @Override
    int run(ProgressLine progress) throws Exception {
        try (Writer writer = Files.newBufferedWriter(output)) {
            HeapTools.map(heap(), writer, progress);
        }
        return 0;
    }
}
