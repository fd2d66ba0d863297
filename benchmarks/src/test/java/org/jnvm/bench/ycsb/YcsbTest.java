package org.jnvm.bench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.ycsb.MapContender.Family;
import org.jnvm.pdt.ProxyCaching;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** All mixes on all stores, for a moment; what is read is checked all the while. */
@Tag("long")
class YcsbTest {
    private static final int RECORDS = 100;

    private static Plan plan(int clients, int measuredMs, List<Mix> mixes) {
        return new Plan(RECORDS, 10, 100, clients, 1, measuredMs, mixes);
    }

    static Stream<Contender> stores() {
        return Stream.concat(maps(), caches());
    }

    private static Stream<CacheContender> caches() {
        return Arrays.stream(CacheBackend.values())
                .filter(backend -> backend != CacheBackend.LLPL) // needs libraries
                .flatMap(backend -> Arrays.stream(Layout.values()).map(layout -> CacheContender.of(backend, layout)));
    }

    private static Stream<MapContender> maps() {
        return Arrays.stream(MapType.values()).flatMap(map -> Stream.concat(variants(map), persistent(map)));
    }

    private static Stream<MapContender> variants(MapType map) {
        return Arrays.stream(Layout.values())
                .flatMap(layout -> Arrays.stream(Update.values())
                        .flatMap(update -> Stream.of(
                                MapContender.javaUtil(map, layout, update),
                                MapContender.persistent(
                                        map, ProxyCaching.BASE, DurabilityDomain.NVMM_EMULATED, layout, update))));
    }

    private static Stream<MapContender> persistent(MapType map) {
        return Arrays.stream(ProxyCaching.values())
                .map(caching ->
                        MapContender.persistent(map, caching, DurabilityDomain.PAGE_CACHE, Layout.FLAT, Update.PUT));
    }

    /** Of caches only those with J-NVM's store: what others do at once is not ours. */
    static Stream<Contender> concurrentStores() {
        return stores().filter(Contender::isConcurrent)
                .filter(each -> !(each instanceof CacheContender cache)
                        || cache.backend().isJnvm());
    }

    @ParameterizedTest
    @MethodSource("stores")
    void allMixesRunAndAllDataAreRight(Contender contender) throws Exception {
        runsAll(contender, 1);
    }

    @ParameterizedTest
    @MethodSource("concurrentStores")
    void clientsDoNotLoseEachOthersWrites(Contender contender) throws Exception {
        runsAll(contender, 3);
    }

    private static void runsAll(Contender contender, int clients) throws Exception {
        List<String> lines = YcsbProcess.run(plan(clients, 2, Mix.ALL_BUT_SCANS), contender);
        assertThat(lines).hasSize(Mix.ALL_BUT_SCANS.size() + 1);
        for (int i = 0; i < Mix.ALL_BUT_SCANS.size(); i++) {
            String[] words = lines.get(i).split(" ");
            assertThat(words)
                    .startsWith("RESULT", Mix.ALL_BUT_SCANS.get(i).name())
                    .hasSize(2 + MixLines.MEASURED.size());
            assertThat(Double.parseDouble(words[2])).isPositive();
            assertThat(Double.parseDouble(words[2 + MixLines.MEASURED.indexOf("load_s")]))
                    .isPositive();
        }
        assertThat(Long.parseLong(lines.get(lines.size() - 1).replace("CHECKED ", "")))
                .isGreaterThanOrEqualTo(RECORDS);
    }

    @Test
    void aContenderIsWhatItsWordsSay() {
        assertThat(stores())
                .allSatisfy(each -> assertThat(Contender.of(each.arguments())).isEqualTo(each));
        assertThatThrownBy(() -> Contender.of(List.of("MapContender", "J_NVM", "HASH")))
                .hasMessageContaining("contender has another number of words");
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "NVMM_EMULATED"})
    void rawMemoryIsReadWhileItIsChanged(DurabilityDomain domain) throws Exception {
        MapContender raw = MapContender.raw(domain);
        assertThat(Contender.of(raw.arguments())).isEqualTo(raw);
        Plan plan = new Plan(5, 10, 100, 3, 1, 20, List.of(Mix.C, Mix.A)); // so few that clients meet
        List<String> lines = YcsbProcess.run(plan, raw, List.of(1, 3));
        assertThat(lines)
                .extracting(line -> line.split(" ")[0] + line.split(" ")[1])
                .containsExactly("CLIENTS1", "RESULTC", "RESULTA", "CLIENTS3", "RESULTC", "RESULTA", "CHECKED5");
        assertThatThrownBy(() -> YcsbProcess.run(plan(1, 20, List.of(Mix.D)), raw))
                .hasMessageContaining("no room for more records");
    }

    // ---- the harness itself ----

    @Test
    void aBlackholeIsMeasuredButNotChecked() throws Exception {
        List<String> lines = YcsbProcess.run(plan(1, 2, Mix.ALL_BUT_SCANS), MapContender.of(Family.BLACKHOLE));
        assertThat(lines).hasSize(Mix.ALL_BUT_SCANS.size()).noneMatch(line -> line.startsWith("CHECKED"));
    }

    @Test
    void aSlowedStoreIsSeenToBeSlow() throws Exception {
        List<String> lines = YcsbProcess.run(plan(1, 20, List.of(Mix.B)), MapContender.of(Family.SLOWED));
        String[] words = lines.get(0).split(" ");
        double mostPerSecond = 1e9 / MapContender.SLOWED_NANOS;
        assertThat(Double.parseDouble(words[2])).isPositive().isLessThan(mostPerSecond);
        assertThat(Long.parseLong(words[4])).as("median in ns").isGreaterThanOrEqualTo(MapContender.SLOWED_NANOS);
    }

    @Test
    void aStoreThatLosesWritesIsCaught() {
        assertThatThrownBy(() -> YcsbProcess.run(plan(1, 50, List.of(Mix.A)), MapContender.of(Family.LOSING)))
                .hasRootCauseInstanceOf(WrongDataException.class)
                .hasMessageContaining("field is not as it was written last");
    }

    @Test
    void aStoreThatReturnsWrongBytesIsCaught() {
        assertThatThrownBy(() -> YcsbProcess.run(plan(1, 50, List.of(Mix.C)), MapContender.of(Family.GARBLING)))
                .hasRootCauseInstanceOf(WrongDataException.class)
                .hasMessageContaining("field has bytes of no version");
    }

    @Test
    void aRecordThatIsMissingIsCaught() {
        CheckedDb binding = new CheckedDb(
                new VolatileStore<>(MapType.HASH.javaUtil(), new VolatileFlat(100), Update.PUT),
                new Versions(1, 1, 10, true),
                10,
                100);
        assertThatThrownBy(() -> binding.read("usertable", "user1", null, new HashMap<>()))
                .isInstanceOf(WrongDataException.class)
                .hasMessageContaining("record is missing")
                .hasMessageContaining("key=user1");
    }
}
