package org.jnvm.tools.cli;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.tools.HeapTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "dump",
        description =
                "Writes live objects as JSON: each once, its fields by name, references by the id of their object.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm dump orders.heap --json -o orders.json",
            "  jnvm dump orders.heap customers | jq -c '.objects[] | select(.class == \"shop.Customer\")'",
            "",
            "One object a line, in the order of addresses; a reference is {\"ref\": id}, so cycles need no care.",
            "A reference to nothing, which recovery sets to null, is {\"dangling\": id}. Maps and sets show their",
            "entries. jnvm load makes a heap of it again. The memory it takes is some bits for each block."
        })
final class DumpCommand extends HeapCommand {
    @Parameters(index = "1..*", paramLabel = "ROOT", description = "Where to begin. Default: all roots.")
    private List<String> roots = new ArrayList<>();

    @Option(names = "--json", description = "Write JSON: the default, and the only format.")
    @SuppressWarnings("unused") // what scripts say; there is nothing to choose yet
    private boolean json;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to write. Default: standard output.")
    private Path output;

    DumpCommand() {}

    @Override
    int run(ProgressLine progress) throws Exception {
        try (OutputStream stream =
                output == null ? new WriterStream(out()) : new BufferedOutputStream(Files.newOutputStream(output))) {
            HeapTools.dump(heap(), roots, stream, progress);
            stream.write('\n');
        }
        return 0;
    }
}
