package org.jnvm.bench.figure;

import java.util.List;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.plot.Panel;
import org.jnvm.bench.ycsb.Mix;

/** What the four parts of figure 5.3 have in common: mean latencies of YCSB-A, of J-NVM and of a file store. */
abstract class Fig53 extends Sweep {
    Fig53(String name, String quantity, String axis) {
        super(name, quantity, axis);
    }

    @Override
    final Amount amount() {
        return options().pick(new Amount(10, 40, 1), new Amount(700, 700, 3), new Amount(10_000, 30_000, 6));
    }

    @Override
    final List<Mix> mixes() {
        return List.of(Mix.A);
    }

    @Override
    final List<Series> series() {
        return List.of(Series.OBJECTS, Series.TMPFS);
    }

    @Override
    final List<? extends Panel> panels(Figures measured) {
        return List.of(
                panel(measured, "reads", "µs, mean", Mix.A, true, micros("read_ns")),
                panel(measured, "updates", "µs, mean", Mix.A, true, micros("update_ns")));
    }
}
