package org.jnvm.bench.micro;

import java.util.Locale;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;

/** What single operations do to persistent memory. */
public final class CountsDriver implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Override
    public Integer call() {
        Figures figures = new Figures(
                options.environment(Flags.OPENED.toString()),
                "operation repetition stores write_backs fences most_write_backs most_fences");
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
