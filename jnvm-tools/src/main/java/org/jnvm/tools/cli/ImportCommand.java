package org.jnvm.tools.cli;

import java.nio.file.Path;
import org.jnvm.HeapOptions;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = "Copies what a root of a heap file leads to into another heap, as a new root.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm import part.jnvm other.heap --as customers",
            "  jnvm import part.jnvm other.heap --as more --size 4294967296     lets it grow to 4 GiB",
            "",
            "A crash leaves all of it in the heap, or nothing. One export can be imported several times."
        })
final class ImportCommand extends HeapCommand {
    @Parameters(index = "1", paramLabel = "HEAP", description = "The heap to copy into.")
    private Path target;

    @Option(names = "--as", paramLabel = "NAME", required = true, description = "The new root, which must not exist.")
    private String name;

    @Option(names = "--root", paramLabel = "ROOT", description = "Which root of FILE; needed if it has several.")
    private String root;

    @Option(names = "--size", paramLabel = "BYTES", description = "What HEAP may grow to, if that is more than now.")
    private long size;

    ImportCommand() {}

    @Override
    int run(ProgressLine progress) {
        HeapOptions options =
                size == 0 ? HeapOptions.defaults() : HeapOptions.defaults().maxBytes(size);
        Reports.shipped(
                this,
                progress,
                "imported",
                HeapTools.importInto(heap(), root, existing(target), name, options, progress));
        return 0;
    }
}
