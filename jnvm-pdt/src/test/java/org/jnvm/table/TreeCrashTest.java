package org.jnvm.tree;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every crash image of each change of a tree, in a block and outside, shows it as a whole or not at all. */
class TreeCrashTest {
    private static final List<Pattern> EXPLAINED = List.of(
            // words: only after a clean close they are taken for right
            Pattern.compile("PWB . (Leaves|Nodes).*"),
            // lines of new leaves that have words, or places that are not in use
            Pattern.compile("PWB [23] ObjectView.pwb.* < Shape.complete.*"));

    /**
     * A change.
     *
     * @param keys how many entries are put before, from k10 on: seven for each leaf, up to eight for the last one
     * @param removed which of them are removed then
     * @param form whether it changes the form of the tree
     */
    private record Case(
            String name,
            int keys,
            List<Integer> removed,
            boolean form,
            boolean inBlock,
            Consumer<SortedDictionary> change) {
        @Override
        public String toString() {
            return name + (inBlock ? " in a block" : "");
        }
    }

    private static Stream<Case> cases() {
        record Change(String name, int keys, List<Integer> removed, boolean form, Consumer<SortedDictionary> change) {
            Change(String name, int keys, Consumer<SortedDictionary> change) {
                this(name, keys, List.of(), false, change);
            }
        }
        List<Change> changes = List.of(
                new Change("the first put", 0, table -> table.put("new", "1")),
                new Change("put", 3, table -> table.put("k105", "1")),
                new Change("put a known key", 3, table -> table.put("k11", "1")),
                new Change("remove", 3, table -> table.remove("k11")),
                new Change("put that splits the only leaf", 8, List.of(), true, table -> table.put("k18", "1")),
                new Change("put that splits the last leaf", 15, List.of(), true, table -> table.put("k25", "1")),
                new Change("put that splits a node", 22, List.of(), true, table -> table.put("k32", "1")),
                new Change("remove that takes a leaf away", 9, List.of(18), true, table -> table.remove("k17")),
                new Change(
                        "remove that merges leaves",
                        10,
                        List.of(10, 11, 12, 13, 14),
                        true,
                        table -> table.remove("k15")),
                new Change("remove and put", 3, table -> {
                    table.remove("k11");
                    table.put("k11", "2");
                }));
        return changes.stream()
                .flatMap(each -> Stream.of(false, true)
                        .filter(inBlock -> inBlock || !each.name().contains("and"))
                        .map(inBlock -> new Case(
                                each.name(), each.keys(), each.removed(), each.form(), inBlock, each.change())));
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

    private static SortedDictionary find(Heap heap) {
        return (SortedDictionary) heap.root().get("dictionary");
    }

    private static CrashScenario scenario(Case each) {
        return CrashScenario.of(run -> {
                    SortedDictionary dictionary = find(run.heap());
                    Runnable action = () -> each.change().accept(dictionary);
                    run.operation(each.name(), each.inBlock() ? () -> run.heap().atomically(action) : action);
                })
                .setUp(heap -> {
                    SortedDictionary dictionary = new SortedDictionary();
                    for (int i = 10; i < 10 + each.keys(); i++) {
                        dictionary.put("k" + i, "0");
                    }
                    each.removed().forEach(key -> dictionary.remove("k" + key));
                    heap.root().put("dictionary", dictionary);
                })
                .state(heap -> find(heap).entries(true).toString())
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

    /** Each fence and write-back of a split and a merge that is left out loses something in one of the cases. */
    @Test
    void eachStepIsNeeded() {
        List<Case> growing = cases().filter(each -> !each.inBlock() && (each.keys() == 15 || each.keys() == 10))
                .toList();
        CrashMutants all = new CrashMutants(Map.of());
        for (Case each : growing) {
            all = all.and(CrashExplorer.mutants(
                    scenario(each),
                    Engine.DEVIATION,
                    EnumSet.of(CrashMutants.Kind.PWB, CrashMutants.Kind.FENCE),
                    place -> place.contains("Shape.")));
        }
        System.out.println(all);
        all.requireNeeded(10, EXPLAINED);
    }
}
