package org.jnvm.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jnvm.campaign.soak.SoakName;
import org.jnvm.campaign.soak.SoakRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs programs that never free anything. */
@Command(
        name = "soak",
        description = "Programs that never free anything, in heaps half as large again as what they hold.",
        mixinStandardHelpOptions = true)
final class SoakCommand implements Callable<Integer> {
    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "600",
            description = "Of each program (default: 600).")
    private int seconds;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "These programs (default: all): ${COMPLETION-CANDIDATES}.")
    private List<SoakName> only = List.of(SoakName.values());

    @Option(names = "--seed", paramLabel = "N", description = "What the operations follow from (default: random).")
    private long seed = ThreadLocalRandom.current().nextInt(1 << 30);

    @Option(names = "--threads", paramLabel = "N", defaultValue = "3", description = "Of each program (default: 3).")
    private int threads;

    @Option(
            names = "--size",
            paramLabel = "N",
            defaultValue = "400000",
            description = "Accounts of the bank; other programs have as many bytes, about (default: 400000).")
    private int size;

    @Option(names = "--folder", paramLabel = "DIR", description = "Where heaps are made (default: in memory).")
    private Path folder;

    @Spec
    private CommandSpec spec;

    SoakCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path parent = RunFolder.parent(folder);
        for (SoakName name : only) {
            SoakRun run = new SoakRun(name, parent, threads, size, seed);
            spec.commandLine().getOut().println(run.run(Duration.ofSeconds(seconds)));
            spec.commandLine().getOut().flush();
        }
        return 0;
    }
}
