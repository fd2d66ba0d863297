package org.jnvm.bench.figure;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Llpl;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.ycsb.CacheBackend;
import org.jnvm.bench.ycsb.CacheContender;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.Plan;

/** Figure 5.1 of the thesis: Infinispan with J-NVM's store and with its own, by YCSB. */
public final class Fig51Driver extends YcsbFigure<CacheContender> {
    /** Makes the group. */
    public Fig51Driver() {
        super("fig5.1", CacheContender.COLUMNS);
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
    boolean runs(CacheContender contender, Plan plan) {
        boolean there = contender.backend() != CacheBackend.LLPL || Llpl.isThere();
        if (!there) {
            System.out.println("skipped: " + contender.title() + ", as it is not there");
        }
        return there;
    }
}
