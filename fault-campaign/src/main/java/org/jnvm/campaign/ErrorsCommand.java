package org.jnvm.campaign;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jnvm.DurabilityDomain;
import org.jnvm.campaign.errors.ErrorKind;
import org.jnvm.campaign.errors.ErrorsProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets operations meet errors. */
@Command(
        name = "errors",
        sortOptions = false,
        description = {
            "Runs each operation with a stack that ends a frame further on each time, in the interpreter, in C1 and in C2;"
                    + " and with an error at each allocation, and at each call inside transactions. After each error"
                    + " looks at all that other threads could notice, and at the heap when it is opened again."
        })
final class ErrorsCommand implements Callable<Integer> {
    private static final int SEEDS = 1_000_000_000;
    private static final Duration HANG = Duration.ofHours(3);

    @Option(names = "--errors", required = true, paramLabel = "N", description = "Errors of each kind, at least.")
    private long errors;

    @Option(names = "--seed", paramLabel = "N", description = "What is random follows from it (default: random).")
    private Long seed;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "Just one kind of errors: ${COMPLETION-CANDIDATES} (default: all).")
    private ErrorKind only;

    @Option(
            names = "--domain",
            paramLabel = "DOMAIN",
            description = "The durability domain of the heap (default: PAGE_CACHE): ${COMPLETION-CANDIDATES}.")
    private DurabilityDomain domain = DurabilityDomain.PAGE_CACHE;

    @Option(
            names = "--mutant",
            paramLabel = "DIR",
            description = "Classes that stand in for J-NVM's own, for tests of the test.")
    private Path mutant;

    @Option(names = "--folder", paramLabel = "DIR", description = "Where files are made (default: in memory).")
    private Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (seed == null) {
            seed = (long) ThreadLocalRandom.current().nextInt(SEEDS);
        }
        int failures = 0;
        long began = System.nanoTime();
        for (ErrorKind kind : only == null ? ErrorKind.values() : new ErrorKind[] {only}) {
            Path files = Files.createTempDirectory(RunFolder.parent(folder), "jnvm-errors");
            boolean passed = run(kind, files, out);
            failures += passed ? 0 : 1;
            if (passed) {
                RunFolder.remove(files);
            } else {
                out.println("FAILED; replay with: scripts/campaign errors --kind " + kind + " --errors " + errors
                        + " --seed " + seed + " --domain " + domain + "; files are in " + files);
            }
            out.flush();
        }
        out.println(RunLog.row(
                "errors, " + (only == null ? "each kind" : "kind " + only) + ", domain " + domain,
                "seed " + seed,
                String.format(
                        Locale.ROOT,
                        "%,d errors%s in %,d s",
                        errors,
                        only == null ? " of each kind" : "",
                        (System.nanoTime() - began) / 1_000_000_000),
                failures == 0 ? "nothing lost, nothing stuck, no heap refused" : failures + " kinds FAILED"));
        return failures == 0 ? 0 : 1;
    }

    private boolean run(ErrorKind kind, Path files, PrintWriter out) throws IOException {
        Path copies = files.resolve("classes");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-Xmx256m", "-ea", "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"));
        command.addAll(kind.flags());
        if (domain == DurabilityDomain.NVMM_EMULATED) {
            command.add(LocalPlace.OPENED);
        }
        command.add("-XX:ErrorFile=" + files.resolve("hs_err_%p.log"));
        command.add("-cp");
        command.add(kind.classPath(copies, mutant, System.getProperty("java.class.path")));
        command.add(ErrorsProcess.class.getName());
        command.addAll(
                List.of(files.resolve("errors.heap").toString(), kind.name(), "" + errors, "" + seed, domain.name()));
        out.println("errors: kind=" + kind + ", seed=" + seed + ", domain=" + domain + " ...");
        out.flush();
        try (ChildProcess child = new ChildProcess(command, files.resolve("err.txt"), HANG)) {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                out.println(line);
            }
            return child.exitStatus() == 0 && !child.hung();
        }
    }
}
