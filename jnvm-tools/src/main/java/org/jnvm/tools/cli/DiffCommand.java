package org.jnvm.tools.cli;

import java.nio.file.Path;
import org.jnvm.tools.Difference;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "diff",
        description = "Tells what changed between two copies of one heap.",
        footerHeading = "%nExample:%n",
        footer = {
            "  jnvm diff backup/orders.heap orders.heap",
            "",
            "+ only in the second, - only in the first, ~ changed. Objects are told by address and generation, so",
            "both must be copies of one heap. The exit status is 1 if there are differences."
        })
final class DiffCommand extends HeapCommand {
    @Parameters(index = "1", paramLabel = "FILE2", description = "The other copy.")
    private Path other;

    DiffCommand() {}

    @Override
    int run(ProgressLine progress) {
        long count = HeapTools.diff(heap(), existing(other), this::print, progress);
        progress.clear();
        return count == 0 ? 0 : Jnvm.FOUND;
    }

    private void print(Difference difference) {
        out().println(difference);
    }
}
