package org.jnvm.tools.cli;

import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jnvm.HeapHistogram;
import org.jnvm.tools.HeapInfo;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "info",
        description = "Tells what a heap file is and what it holds.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm info orders.heap",
            "  jnvm info --json orders.heap | jq .roots",
            "",
            "Of a heap that is in use or damaged it tells what the superblock says; the exit status of a",
            "damaged one is 3."
        })
final class InfoCommand extends HeapCommand {
    private static final int CLASSES_SHOWN = 12;

    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    InfoCommand() {}

    @Override
    int run(ProgressLine progress) throws Exception {
        HeapInfo info = HeapTools.info(heap(), progress);
        progress.clear();
        if (json) {
            try (OutputStream stream = new WriterStream(out())) {
                HeapTools.writeJson(info, stream);
            }
            out().println();
        } else {
            print(info);
        }
        return info.problem() == null || info.state() == HeapInfo.State.IN_USE ? 0 : Jnvm.REFUSED;
    }

    private void print(HeapInfo info) {
        styled("@|bold " + "heap|@       " + escape(info.heap().toString()));
        line("format", "version " + info.formatVersion() + ", id " + info.id());
        line(
                "size",
                size(info.fileBytes()) + " (" + info.fileBytes() + " bytes), may grow to " + size(info.maxBytes()));
        line(
                "domain",
                info.domain() == null
                        ? "unknown: the file is in use, damaged, or not to be written"
                        : "" + info.domain());
        String state = switch (info.state()) {
            case CLEAN -> "@|green closed|@";
            case NOT_CLOSED ->
                "@|yellow not closed|@: left by process " + info.writer()
                        + (info.otherBoot() ? " under another boot of the machine" : "");
            case IN_USE -> "@|yellow in use|@";
        };
        styled(String.format(Locale.ROOT, "%-10s ", "state") + state);
        if (info.problem() != null) {
            styled("@|red " + String.format(Locale.ROOT, "%-10s ", "problem") + "|@" + escape(info.problem()));
        }
        if (info.contents() != null) {
            print(info.contents());
        }
    }

    private void print(HeapInfo.Contents contents) {
        if (contents.replayedLogs() > 0) {
            line("redo logs", contents.replayedLogs() + " committed, which the next opening replays");
        }
        line(
                "blocks",
                contents.usedBlocks() + " used (" + size(contents.usedBlocks() * 256) + "), "
                        + contents.freeBlocks() + " free (" + size(contents.freeBlocks() * 256) + "), "
                        + contents.freshBlocks() + " never used");
        line(
                "free",
                String.format(
                        Locale.ROOT,
                        "%d runs, the longest %d blocks; fragmentation %.1f %%",
                        contents.freeRuns(),
                        contents.largestFreeRun(),
                        100 * contents.fragmentation()));
        HeapHistogram histogram = contents.histogram();
        line(
                "waste",
                String.format(
                        Locale.ROOT,
                        "%.1f %% of the used blocks: %s behind objects in their slots and blocks, %s left in slabs",
                        100 * histogram.fragmentation(),
                        size(histogram.wasteBytes() - histogram.slabWasteBytes()),
                        size(histogram.slabWasteBytes())));
        if (contents.damagedReferences() > 0) {
            line("damage", contents.damagedReferences() + " references to nothing, or damaged objects: see jnvm check");
        }
        line(
                "roots",
                contents.roots().isEmpty() ? "none" : "" + contents.roots().size());
        for (Map.Entry<String, String> root : contents.roots().entrySet()) {
            out().println("  " + root.getKey() + " -> " + root.getValue());
        }
        List<HeapHistogram.ClassUsage> classes =
                histogram.classes().stream().filter(usage -> !usage.isSlab()).toList();
        line(
                "objects",
                histogram.objects() + " live, of " + classes.size() + " classes: " + histogram.objectsInSlots()
                        + " in slots, " + histogram.objectsInOneBlock() + " in one block each, "
                        + histogram.objectsInSeveralBlocks() + " in several");
        int shown = 0;
        for (HeapHistogram.ClassUsage usage : classes) {
            if (shown++ == CLASSES_SHOWN) {
                out().println("  … (jnvm histogram shows all)");
                break;
            }
            out().printf(
                            Locale.ROOT,
                            "  %12d %12s %6.1f %% waste  %s%n",
                            usage.objects(),
                            size(usage.takenBytes()),
                            100 * usage.fragmentation(),
                            usage.className() + (usage.version() == 1 ? "" : " version " + usage.version()));
        }
    }

    private void line(String name, String text) {
        styled("@|bold " + name + "|@" + " ".repeat(Math.max(1, 11 - name.length())) + escape(text));
    }

    /** Keeps what a file says from being taken for markup. */
    private static String escape(String text) {
        return text.replace("@|", "@ |");
    }
}
