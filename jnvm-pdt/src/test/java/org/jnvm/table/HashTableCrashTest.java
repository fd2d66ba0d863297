package org.jnvm.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.testing.Full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every crash image of each change of a hash table, in a block and outside, shows it as a whole or not at all. */
class HashTableCrashTest {
    /** Where growth has steps that recovery could do without: it would set references to null, and say so. */
    private static final List<Pattern> FOR_A_QUIET_RECOVERY = List.of(
            // what is behind the last segment counts for nothing, but is valid all the same
            Pattern.compile("(FENCE|PWB .) .*Growth.link.* < Growth.(addPage|splitOpen).*"),
            Pattern.compile("(FENCE|PWB 0) .*Growth.publish.* < Growth.unlink.*"),
            // what was moved counts for nothing in the old segment; later its key and value may be freed
            Pattern.compile("PWB . Growth.clean.*"));

    /**
     * A change.
     *
     * @param keys how many entries are put before
     * @param left how many of them are left then
     */
    private record Case(String name, int keys, int left, boolean inBlock, Consumer<Dictionary> change) {
        @Override
        public String toString() {
            return name + (inBlock ? " in a block" : "");
        }
    }

    private static Stream<Case> cases() {
        record Change(String name, int keys, int left, Consumer<Dictionary> change) {
            Change(String name, int keys, Consumer<Dictionary> change) {
                this(name, keys, keys, change);
            }
        }
        List<Change> changes = List.of(
                new Change("the first put", 0, table -> table.put("new", "1")),
                new Change("put", 3, table -> table.put("new", "1")),
                new Change("put a known key", 3, table -> table.put("k1", "1")),
                new Change("remove", 3, table -> table.remove("k1")),
                new Change("put that moves the segment", 8, table -> table.put("new", "1")),
                new Change("put that splits the first segment", 9, table -> table.put("new", "1")),
                new Change("put that splits the second", 14, table -> table.put("new", "1")),
                new Change("remove that merges the second segment", 12, 5, table -> table.remove("k1")),
                new Change("remove and put", 3, table -> {
                    table.remove("k1");
                    table.put("k1", "2");
                }));
        return changes.stream()
                .flatMap(each -> Stream.of(false, true)
                        .filter(inBlock -> inBlock || !each.name().contains("and"))
                        .map(inBlock -> new Case(each.name(), each.keys(), each.left(), inBlock, each.change())));
    }

    private static Dictionary find(Heap heap) {
        return (Dictionary) heap.root().get("dictionary");
    }

    private static CrashScenario scenario(Case each) {
        return CrashScenario.of(run -> {
                    Dictionary dictionary = find(run.heap());
                    Runnable action = () -> each.change().accept(dictionary);
                    run.operation(each.name(), each.inBlock() ? () -> run.heap().atomically(action) : action);
                })
                .setUp(heap -> {
                    Dictionary dictionary = new Dictionary();
                    for (int i = 0; i < each.keys(); i++) {
                        dictionary.put("k" + i, "0");
                    }
                    for (int i = each.left(); i < each.keys(); i++) {
                        dictionary.remove("k" + i);
                    }
                    heap.root().put("dictionary", dictionary);
                })
                .state(heap -> find(heap).entries().toString())
                .goOn(heap -> {
                    find(heap).put("after", "9");
                    find(heap).remove("after");
                })
                .bound(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nothingIsLost(Case each) {
        explore(each, scenario(each), Engine.LAZY);
        explore(each, scenario(each).mode(PersistenceMode.NVMM_JMM), Engine.LAZY);
        if (Full.ON) {
            explore(each, scenario(each), Engine.RECURSIVE);
            explore(each, scenario(each).mode(PersistenceMode.FILE), Engine.LAZY);
        }
    }

    private static void explore(Case each, CrashScenario scenario, Engine engine) {
        CrashReport report = CrashExplorer.explore(scenario, engine);
        System.out.println(each + " " + report);
        report.requireGood();
        assertThat(report.complete() || report.mode() == PersistenceMode.NVMM_JMM)
                .as("explored to the end")
                .isTrue();
    }

    /** Each fence and write-back of growth that is left out loses something in one of the cases. */
    @Test
    void eachStepOfGrowthIsNeeded() {
        List<Case> growing = cases().filter(
                        each -> !each.inBlock() && each.name().contains("that"))
                .toList();
        CrashMutants all = new CrashMutants(Map.of());
        for (Case each : growing) {
            all = all.and(CrashExplorer.mutants(
                    scenario(each),
                    Engine.DEVIATION,
                    EnumSet.of(CrashMutants.Kind.PWB, CrashMutants.Kind.FENCE),
                    place -> place.contains("Growth.")));
        }
        System.out.println(all);
        all.requireNeeded(6, FOR_A_QUIET_RECOVERY);
    }
}
