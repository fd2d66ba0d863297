package org.jnvm.tools.cli;

import java.nio.file.Path;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "copy",
        description = "Copies a heap file while nobody can open it, so that the copy is never torn.",
        footerHeading = "%nExample:%n",
        footer = {
            "  jnvm copy orders.heap /backup/orders.heap",
            "",
            "A heap that is in use is refused: jnvm backup copies one."
        })
final class CopyCommand extends HeapCommand {
    @Parameters(index = "1", paramLabel = "NEW", description = "The file to make, which must not exist.")
    private Path copy;

    CopyCommand() {}

    @Override
    int run(ProgressLine progress) {
        long bytes = HeapTools.copy(heap(), copy, progress);
        progress.clear();
        out().println("copied: " + size(bytes));
        return 0;
    }
}
