package org.jnvm.tools.cli;

import java.io.OutputStream;
import java.util.Locale;
import org.jnvm.HeapCheck;
import org.jnvm.HeapCheck.Finding;
import org.jnvm.HeapCheck.Severity;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "check",
        description = "Checks a heap by every rule, and tells what it found by address, class and field.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm check orders.heap && cp orders.heap /backup/",
            "  jnvm check --json orders.heap | jq '.findings[] | select(.severity == \"ERROR\")'",
            "",
            "The exit status is 0 if there was neither an error nor a warning, else 1. Errors are damage;",
            "warnings are what recovery repairs; infos, shown with --all, are what a crash or a program that",
            "does not free leaves."
        })
final class CheckCommand extends HeapCommand {
    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    @Option(names = "--all", description = "Show infos, too.")
    private boolean all;

    CheckCommand() {}

    @Override
    int run(ProgressLine progress) throws Exception {
        long began = System.nanoTime();
        HeapCheck check = HeapTools.check(heap(), progress);
        progress.clear();
        if (json) {
            try (OutputStream stream = new WriterStream(out())) {
                HeapTools.writeJson(check, stream);
            }
            out().println();
        } else {
            print(check, (System.nanoTime() - began) / 1e9);
        }
        return check.isSound() ? 0 : Jnvm.FOUND;
    }

    private void print(HeapCheck check, double seconds) {
        for (Finding finding : check.findings()) {
            if (all || finding.severity() != Severity.INFO) {
                out().println(finding);
            }
        }
        for (HeapCheck.Rule rule : HeapCheck.Rule.values()) {
            long listed = check.findings().stream()
                    .filter(finding -> finding.rule() == rule)
                    .count();
            if (check.count(rule) > listed && (all || rule.severity() != Severity.INFO)) {
                out().println(rule + ": " + (check.count(rule) - listed) + " more");
            }
        }
        String verdict = check.isSound()
                ? "@|green sound|@"
                : check.isRecoverable() ? "@|yellow recoverable|@" : "@|red damaged|@";
        styled(verdict
                + String.format(
                        Locale.ROOT,
                        ": %d objects in %d blocks; %d errors, %d warnings, %d infos; %.1f s",
                        check.objects(),
                        check.blocks(),
                        check.count(Severity.ERROR),
                        check.count(Severity.WARNING),
                        check.count(Severity.INFO),
                        seconds));
    }
}
