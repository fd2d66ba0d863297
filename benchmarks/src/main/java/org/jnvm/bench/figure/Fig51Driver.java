package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.ycsb.CacheBackend;
import org.jnvm.bench.ycsb.CacheContender;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.Plan;
import picocli.CommandLine.Command;

/** Figure 5.1 of the thesis: Infinispan with J-NVM's store and with its own, by YCSB. */
@Command(
        name = Fig51Driver.NAME,
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Figure 5.1: YCSB on Infinispan caches, by store; each in a JVM of its own, in turns.")
public final class Fig51Driver extends YcsbFigure<CacheContender> {
    static final String NAME = "fig5.1";

    /** Made by picocli. */
    public Fig51Driver() {
        super(NAME, CacheContender.COLUMNS);
    }

    @Override
    Amount amount() {
        return options()
                .pick(
                        new Amount(500, 5, 10, 1),
                        new Amount(100_000, 1500, 1000, 3),
                        new Amount(3_000_000, 10_000, 30_000, 6));
    }

    @Override
    List<CacheContender> contenders() {
        List<CacheContender> all = new ArrayList<>();
        List<Layout> layouts =
                options().preset() == Preset.PAPER ? List.of(Layout.FIELDS, Layout.FLAT) : List.of(Layout.FIELDS);
        for (Layout layout : layouts) {
            for (CacheBackend backend : CacheBackend.values()) {
                if (backend == CacheBackend.SOFT_INDEX_FILE_SYNC && options().preset() != Preset.PAPER) {
                    continue; // says nothing on a file system in memory
                }
                all.add(CacheContender.of(backend, layout));
                if (backend == CacheBackend.J_NVM_OBJECTS) {
                    all.add(new CacheContender(backend, DurabilityDomain.NVMM_EMULATED, layout));
                }
            }
        }
        return all;
    }

    @Override
    void draw(Figures measured, Function<String, Path> file) {
        Fig51Plot.write(measured, file);
    }

    @Override
    boolean runs(CacheContender contender, Plan plan) {
        return Sweep.isThere(contender);
    }
}
