package org.jnvm.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Full;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Of two threads with two operations each, of which some make a hash table or tree larger or smaller while the other thread is at
 * work in it, by many schedules: after a crash at any moment the entries are those of an order of all acknowledged operations and
 * some of those in flight.
 */
@LongRunning
class GrowthThreadsCrashTest {
    private static final int SCHEDULES = Integer.getInteger("jnvm.schedules", Full.ON ? 3000 : 3);

    /** An operation: a put of a text, or a removal if there is none. */
    private record Step(String key, String value) {
        private void run(CrashRun run) {
            StringTable table = find(run.heap());
            run.call(
                    (value == null ? "remove " : "put ") + key,
                    () -> String.valueOf(value == null ? table.remove(key) : table.put(key, value)));
        }
    }

    private static Step put(String key) {
        return new Step(key, "1");
    }

    private static Step remove(String key) {
        return new Step(key, null);
    }

    /**
     * Two threads.
     *
     * @param from the number of the first key that is put before
     * @param keys how many
     * @param removed how many of the first of them are removed then
     */
    private record Case(
            String name,
            Supplier<StringTable> maker,
            int from,
            int keys,
            int removed,
            List<Step> one,
            List<Step> other) {
        private void setUp(Heap heap) {
            StringTable table = maker.get();
            heap.root().put("dictionary", table);
            for (int i = from; i < from + keys; i++) {
                table.put("k" + i, "0");
            }
            for (int i = from; i < from + removed; i++) {
                table.remove("k" + i);
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static StringTable find(Heap heap) {
        return (StringTable) heap.root().get("dictionary");
    }

    private static Case tree(String name, int keys, int removed, List<Step> one, List<Step> other) {
        return new Case("tree: " + name, SortedDictionary::new, 10, keys, removed, one, other);
    }

    private static Case hash(String name, int keys, int removed, List<Step> one, List<Step> other) {
        return new Case("hash table: " + name, Dictionary::new, 0, keys, removed, one, other);
    }

    private static Stream<Case> cases() {
        return Stream.of(
                tree(
                        "the only leaf splits",
                        8,
                        0,
                        List.of(put("k18"), remove("k10")),
                        List.of(put("k101"), put("k17"))),
                tree("a node splits", 22, 0, List.of(put("k32"), remove("k31")), List.of(put("k105"), put("k33"))),
                tree("leaves merge", 10, 5, List.of(remove("k15"), put("k11")), List.of(remove("k16"), put("k20"))),
                hash("the segment moves", 8, 0, List.of(put("new"), remove("k1")), List.of(put("k3"), put("newer"))),
                hash("the segment splits", 9, 0, List.of(put("new"), remove("k1")), List.of(put("newer"), put("k3"))),
                hash("a segment is merged", 12, 7, List.of(remove("k8"), put("k1")), List.of(remove("k9"), put("k2"))));
    }

    @BeforeEach
    void small() {
        SortedDictionary.places = 8;
        SortedDictionary.children = 3;
    }

    @AfterEach
    void reset() {
        SortedDictionary.places = 4;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noCrashLosesAnything(Case each) {
        CrashScenario scenario = CrashScenario.of(run -> {
                    run.thread(() -> each.one().forEach(step -> step.run(run)));
                    run.thread(() -> each.other().forEach(step -> step.run(run)));
                })
                .setUp(each::setUp)
                .state(heap -> find(heap).entries(true).toString())
                .goOn(heap -> {
                    find(heap).put("after", "9");
                    find(heap).remove("after");
                })
                .schedules(SCHEDULES)
                .bound(Full.ON ? Long.MAX_VALUE : 1000);
        CrashReport report = CrashExplorer.explore(scenario, Engine.LAZY);
        System.out.println(each + " " + report);
        report.requireGood();
        assertThat(report.schedules()).isGreaterThan(1);
        assertThat(report.states()).isGreaterThan(1);
    }
}
