package org.jnvm.bench.micro;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What single operations do to persistent memory. */
@Command(
        name = "counts",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Stores, write-backs and fences of single operations; no preset changes them.")
public final class CountsDriver implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    /** Made by picocli. */
    public CountsDriver() {}

    @Override
    public Integer call() {
        Figures figures = new Figures(
                Environment.describe(Flags.OPENED.toString(), options.preset().name()),
                List.of(
                        "operation",
                        "repetition",
                        "stores",
                        "write_backs",
                        "fences",
                        "most_write_backs",
                        "most_fences"));
        for (PersistCounts.Row row : PersistCounts.count()) {
            System.out.printf(
                    Locale.ROOT,
                    "counts: %s: %.2f stores, %.2f write-backs, %.4f fences%n",
                    row.operation(),
                    row.stores(),
                    row.writeBacks(),
                    row.fences());
            figures.add(
                    row.operation().replace(",", ""),
                    1,
                    row.stores(),
                    row.writeBacks(),
                    row.fences(),
                    row.mostWriteBacks(),
                    row.mostFences());
        }
        options.write("counts", figures);
        return 0;
    }
}
