package org.jnvm.tools.cli;

import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;

@Command(
        name = "histogram",
        description = "Counts live objects, their slots, blocks and bytes, and what is wasted, by class.",
        footerHeading = "%nExample:%n",
        footer = "  jnvm histogram orders.heap | head")
final class HistogramCommand extends HeapCommand {
    HistogramCommand() {}

    @Override
    int run(ProgressLine progress) {
        String table = HeapTools.histogram(heap(), progress).toString();
        progress.clear();
        out().println(table);
        return 0;
    }
}
