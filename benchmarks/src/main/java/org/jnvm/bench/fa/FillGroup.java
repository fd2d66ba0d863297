package org.jnvm.bench.fa;

import java.util.List;
import java.util.Map;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.micro.JmhGroup;
import org.jnvm.bench.micro.JmhRounds;
import org.openjdk.jmh.runner.RunnerException;

/** Maps that are filled by failure-atomic blocks. */
public final class FillGroup extends JmhGroup {
    private static final Map<String, List<String>> FEW =
            Map.of("domain", List.of("PAGE_CACHE"), "kind", List.of("TREE"), "puts", List.of("0", "10"));

    /** Makes the group. */
    public FillGroup() {
        super("fa-fill", new Amount(400, 400, 3), new Amount(1000, 1000, 5));
    }

    @Override
    protected void round(JmhRounds jmh, boolean isTiny, int round) throws RunnerException {
        jmh.run(List.of("FillBenchmark\\."), Flags.OPENED, List.of(), isTiny ? FEW : Map.of(), round);
    }
}
