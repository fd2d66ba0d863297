package org.jnvm.tools.cli;

import java.nio.file.Path;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "export",
        description = "Copies what a root leads to into a heap file of its own.",
        footerHeading = "%nExample:%n",
        footer = {
            "  jnvm export orders.heap customers -o part.jnvm",
            "",
            "Objects keep the form they have in memory. The file is a heap with one root: every command works on",
            "it, and so does a program."
        })
final class ExportCommand extends HeapCommand {
    @Parameters(index = "1", paramLabel = "ROOT", description = "The root.")
    private String root;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "The file to make, which must not exist.")
    private Path output;

    ExportCommand() {}

    @Override
    int run(ProgressLine progress) {
        Reports.shipped(this, progress, "exported", HeapTools.export(heap(), root, output, progress));
        return 0;
    }
}
