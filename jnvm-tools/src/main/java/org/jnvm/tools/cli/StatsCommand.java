package org.jnvm.tools.cli;

import org.jnvm.tools.RunningHeap;
import picocli.CommandLine.Command;

@Command(
        name = "stats",
        description = "Shows the counters of a heap that a running program has open.",
        footerHeading = "%nExample:%n",
        footer = {
            "  jnvm stats orders.heap",
            "",
            "The program must have opened the heap with HeapOptions.management(true)."
        })
final class StatsCommand extends HeapCommand {
    StatsCommand() {}

    @Override
    int run(ProgressLine progress) {
        try (RunningHeap running = RunningHeap.connect(heap())) {
            out().println(running.heap().getStats());
        }
        return 0;
    }
}
