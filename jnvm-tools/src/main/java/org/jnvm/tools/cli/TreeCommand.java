package org.jnvm.tools.cli;

import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tree",
        description = "Prints what a root leads to: fields, elements, entries of maps. Cycles are marked.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm tree orders.heap                               all roots",
            "  jnvm tree orders.heap 'orders[\"2026-17\"].lines[3]'  one object",
            "  jnvm tree --depth 8 --width 100 orders.heap orders"
        })
final class TreeCommand extends HeapCommand {
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "ROOT[.field...]",
            description = "Where to begin: a root, then .field, [index], [\"key\"]. Default: all roots.")
    private String path;

    @Option(names = "--depth", paramLabel = "N", defaultValue = "3", description = "How deep (${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = "--width",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many parts of one object (${DEFAULT-VALUE}).")
    private int width;

    TreeCommand() {}

    @Override
    int run(ProgressLine progress) throws Exception {
        if (depth < 0 || width < 1) {
            throw new IllegalArgumentException(
                    "depth is at least 0, width at least 1: depth=" + depth + ", width=" + width);
        }
        HeapTools.tree(heap(), path, depth, width, out());
        return 0;
    }
}
