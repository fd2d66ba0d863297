package org.jnvm.tools.cli;

import org.jnvm.RecoveryReport;
import org.jnvm.tools.HeapTools;
import org.jnvm.tools.Recovered;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "recover",
        description = "Replays the redo logs of a heap, runs the full recovery pass, and leaves the heap closed.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm recover --dry-run orders.heap     what would be done",
            "  jnvm recover orders.heap",
            "",
            "recover() methods of the program's classes are not called, since the classes are not there; where",
            "they are due, the program's next opening calls them."
        })
final class RecoverCommand extends HeapCommand {
    @Option(names = "--dry-run", description = "Recover in memory, and change nothing.")
    private boolean dryRun;

    @Option(
            names = "--accept-after-power-loss",
            description = "Accept a heap that was open when the machine went down, unless its check finds damage.")
    private boolean acceptAfterPowerLoss;

    RecoverCommand() {}

    @Override
    int run(ProgressLine progress) {
        Recovered recovered = dryRun
                ? HeapTools.tryRecovery(heap(), progress)
                : HeapTools.recover(heap(), acceptAfterPowerLoss, progress);
        progress.clear();
        RecoveryReport report = recovered.report();
        styled((dryRun ? "@|bold would be recovered|@" : "@|bold recovered|@") + ": "
                + (recovered.wasClean() ? "it was closed" : "it was not closed"));
        out().println("  committed redo logs replayed   " + report.replayedLogs());
        out().println("  references set to null         " + report.nullifiedReferences());
        out().println("  live objects                   " + report.liveObjects());
        out().println("  live blocks                    " + report.liveBlocks());
        out().println("  free blocks                    " + report.freeBlocks());
        out().println("  time                           " + report.duration().toMillis() + " ms");
        if (recovered.callbacksDue()) {
            out().println("  recover() of live objects is due: the program's next opening calls it");
        }
        return 0;
    }
}
