package org.jnvm.tools.cli;

import org.jnvm.tools.RunningHeap;
import picocli.CommandLine.Command;

@Command(
        name = "trim",
        description = "Has a running program give the free space of its heap back to the file system.",
        footerHeading = "%nExample:%n",
        footer = {
            "  jnvm trim orders.heap",
            "",
            "The program must have opened the heap with HeapOptions.management(true), and run on JDK 22 or later",
            "with --enable-native-access; its log says if it cannot. jnvm compact makes a small copy of a closed heap."
        })
final class TrimCommand extends HeapCommand {
    TrimCommand() {}

    @Override
    int run(ProgressLine progress) {
        try (RunningHeap running = RunningHeap.connect(heap())) {
            out().println("given back: " + size(running.heap().trim()));
        }
        return 0;
    }
}
