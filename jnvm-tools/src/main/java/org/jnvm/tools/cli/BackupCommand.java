package org.jnvm.tools.cli;

import java.nio.file.Path;
import org.jnvm.tools.HeapTools;
import org.jnvm.tools.RunningHeap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "backup",
        description = "Makes a copy of a heap that a running program has open, as it is at one moment.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm backup orders.heap -o /backup/orders.heap",
            "  jnvm backup orders.heap -o /backup/orders.heap --limit 50000000     50 MB a second",
            "",
            "The program makes the copy, and goes on; it must have opened the heap with HeapOptions.management(true).",
            "The copy is recovered, closed and checked. A heap that nobody has open is copied as by jnvm copy."
        })
final class BackupCommand extends HeapCommand {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "NEW",
            required = true,
            description = "The file to make, which must not exist.")
    private Path output;

    @Option(
            names = "--limit",
            paramLabel = "BYTES",
            description = "Bytes that are looked at in a second at most. Default: no limit.")
    private long limit;

    BackupCommand() {}

    @Override
    int run(ProgressLine progress) {
        if (!RunningHeap.isOpen(heap())) {
            long bytes = HeapTools.copy(heap(), output, progress);
            progress.clear();
            out().println("copied: " + size(bytes));
            return 0;
        }
        try (RunningHeap running = RunningHeap.connect(heap())) {
            out().println(running.heap().backup(output.toAbsolutePath().toString(), limit));
        }
        return 0;
    }
}
