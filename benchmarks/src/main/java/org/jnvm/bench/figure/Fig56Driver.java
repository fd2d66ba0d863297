package org.jnvm.bench.figure;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.MapContender;
import org.jnvm.bench.ycsb.MapContender.Family;
import org.jnvm.bench.ycsb.MapType;
import org.jnvm.bench.ycsb.Plan;
import org.jnvm.bench.ycsb.Update;
import org.jnvm.pdt.ProxyCaching;

/** Figure 5.6 of the thesis: maps of J-NVM against their counterparts in {@code java.util}, by YCSB. */
public final class Fig56Driver extends YcsbFigure<MapContender> {
    /** What all maps are measured with. */
    private static final Layout MAIN = Layout.FLAT;

    /** What else is measured. */
    private record Variant(Layout layout, Update update) {}

    private static final List<Variant> VARIANTS = List.of(
            new Variant(Layout.FLAT, Update.IN_PLACE),
            new Variant(Layout.FIELDS, Update.PUT),
            new Variant(Layout.FIELDS, Update.IN_PLACE));

    /** Makes the group. */
    public Fig56Driver() {
        super("fig5.6", MapContender.COLUMNS);
    }

    @Override
    Amount amount() {
        return options()
                .pick(
                        new Amount(500, 5, 10, 1),
                        new Amount(100_000, 300, 400, 3),
                        new Amount(3_000_000, 10_000, 30_000, 5));
    }

    @Override
    void describe(Map<String, String> environment, int javaHeapMib) {
        List<String> more =
                new ArrayList<>(MapContender.of(Family.CHRONICLE_MAP).flags(javaHeapMib));
        more.removeAll(MapContender.of(Family.BLACKHOLE).flags(javaHeapMib));
        environment.put("flags of Chronicle Map", String.join(" ", more));
    }

    @Override
    List<MapContender> contenders() {
        Set<MapContender> all = new LinkedHashSet<>();
        all.add(MapContender.of(Family.BLACKHOLE));
        for (MapType map : MapType.values()) { // what is compared, one after the other
            all.add(MapContender.javaUtil(map, MAIN, Update.PUT));
            for (ProxyCaching caching : ProxyCaching.values()) {
                for (DurabilityDomain domain : domains(map, caching)) {
                    all.add(MapContender.persistent(map, caching, domain, MAIN, Update.PUT));
                }
            }
            boolean inPlace = options().pick(false, true, true);
            for (DurabilityDomain domain : inPlace ? domains(map, ProxyCaching.BASE) : List.<DurabilityDomain>of()) {
                all.add(MapContender.persistent(map, ProxyCaching.BASE, domain, MAIN, Update.IN_PLACE));
            }
        }
        all.add(MapContender.of(Family.CHRONICLE_MAP));
        Set<MapType> more = options().pick(Set.of(), EnumSet.of(MapType.HASH), EnumSet.allOf(MapType.class));
        for (MapType map : more) {
            for (Variant variant : VARIANTS) {
                all.add(MapContender.javaUtil(map, variant.layout(), variant.update()));
                for (DurabilityDomain domain : domains(map, ProxyCaching.BASE)) {
                    all.add(MapContender.persistent(
                            map, ProxyCaching.BASE, domain, variant.layout(), variant.update()));
                }
            }
        }
        return List.copyOf(all);
    }

    /** By default kept proxies, which write nothing, are measured in one domain. */
    private List<DurabilityDomain> domains(MapType map, ProxyCaching caching) {
        DurabilityDomain nvmm = DurabilityDomain.NVMM_EMULATED;
        DurabilityDomain pageCache = DurabilityDomain.PAGE_CACHE;
        if (options().preset() == Preset.TINY) {
            return caching == ProxyCaching.BASE ? List.of(nvmm) : map == MapType.HASH ? List.of(pageCache) : List.of();
        }
        return options().preset() == Preset.PAPER || caching == ProxyCaching.BASE
                ? List.of(nvmm, pageCache)
                : List.of(nvmm);
    }

    @Override
    boolean runs(MapContender contender, Plan plan) {
        return contender.family() != Family.CHRONICLE_MAP || works(contender, plan);
    }
}
