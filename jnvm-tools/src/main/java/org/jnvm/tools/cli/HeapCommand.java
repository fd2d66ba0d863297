package org.jnvm.tools.cli;

import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** What all commands on a heap file have. */
abstract class HeapCommand extends ToolCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "The heap file.")
    private Path heap;

    /** For subclasses, which picocli makes. */
    HeapCommand() {}

    Path heap() {
        return existing(heap);
    }
}
