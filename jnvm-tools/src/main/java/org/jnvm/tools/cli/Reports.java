package org.jnvm.tools.cli;

import java.util.Locale;
import org.jnvm.tools.Shipped;

/** What several commands tell. */
final class Reports {
    private Reports() {}

    static void shipped(ToolCommand command, ProgressLine progress, String what, Shipped shipped) {
        progress.clear();
        command.out()
                .printf(
                        Locale.ROOT,
                        "%s: %d objects, %s, in %.3f s%n",
                        what,
                        shipped.objects(),
                        HeapCommand.size(shipped.blocks() * 256),
                        shipped.duration().toNanos() / 1e9);
        if (shipped.droppedReferences() > 0) {
            command.out().println("references to nothing, set to null: " + shipped.droppedReferences());
        }
    }
}
