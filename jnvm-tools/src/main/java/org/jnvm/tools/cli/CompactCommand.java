package org.jnvm.tools.cli;

import java.nio.file.Path;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "compact",
        description = "Copies live objects into a new heap file, each beside what it leads to.",
        footerHeading = "%nExample:%n",
        footer = {
            "  jnvm compact orders.heap -o orders.new && mv orders.new orders.heap",
            "",
            "The new heap has an id of its own, and may grow as far as the old one."
        })
final class CompactCommand extends HeapCommand {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "The file to make, which must not exist.")
    private Path output;

    @Option(
            names = "--drop-dangling",
            description = "Set references to nothing to null, as recovery does, instead of refusing the heap.")
    private boolean dropDangling;

    CompactCommand() {}

    @Override
    int run(ProgressLine progress) {
        Reports.shipped(this, progress, "compacted", HeapTools.compact(heap(), output, dropDangling, progress));
        return 0;
    }
}
