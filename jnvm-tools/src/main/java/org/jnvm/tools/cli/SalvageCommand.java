package org.jnvm.tools.cli;

import java.nio.file.Path;
import java.util.Locale;
import org.jnvm.SalvageReport;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "salvage",
        description = "Makes a heap of what is sound in a damaged one.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm salvage orders.heap -o salvaged.heap",
            "",
            "The damaged file is only read. What is lost is listed by root, class and field. Sound objects that nothing",
            "sound leads to go to NEW.part, each as a root; jnvm tree shows it, jnvm import takes a root over.",
            "Ends with 1 if something is damaged."
        })
final class SalvageCommand extends HeapCommand {
    private static final int LISTED = 20;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "NEW",
            required = true,
            description = "The heap file to make, which must not exist.")
    private Path output;

    @Option(names = "--all", description = "Lists up to " + SalvageReport.MOST_LISTED + " losses, not " + LISTED + ".")
    private boolean all;

    SalvageCommand() {}

    @Override
    int run(ProgressLine progress) {
        SalvageReport report = HeapTools.salvage(heap(), output, progress);
        progress.clear();
        report.problems().forEach(problem -> out().println("damaged: " + problem));
        int most = all ? SalvageReport.MOST_LISTED : LISTED;
        report.losses().stream().limit(most).forEach(loss -> out().println("lost: " + loss));
        if (report.lossCount() > Math.min(most, report.losses().size())) {
            out().println("lost: "
                    + (report.lossCount() - Math.min(most, report.losses().size())) + " more");
        }
        styled(String.format(
                Locale.ROOT,
                "@|bold salvaged|@: %d objects, %d roots; lost: %d",
                report.objects(),
                report.roots(),
                report.lossCount()));
        if (report.part() != null) {
            out().println("not placed: " + report.unplaced() + " objects, in " + report.part());
        }
        return report.isWhole() ? 0 : 1;
    }
}
