package org.jnvm.table;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every crash image of each change of a tree, in a block and outside, shows it as a whole or not at all. */
@LongRunning
class TreeCrashTest {
    private static final List<Pattern> EXPLAINED = List.of(
            // words: only after a clean close they are taken for right
            Pattern.compile("PWB . (Leaves|Nodes).*"),
            // for other threads that store the same keys and values elsewhere; the one before the root is enough here
            Pattern.compile("FENCE .*Shape.Filling.addLeaf.*"),
            // lines of new leaves that have words, or places that are not in use
            Pattern.compile("PWB [23] ObjectView.pwb.* < Shape.complete.*"));

    /**
     * A change.
     *
     * @param keys how many entries are put before, from k10 on: seven for each leaf, up to eight for the last one
     * @param removed which of them are removed then
     * @param blockBefore what a block has done then
     * @param form whether it changes the form of the tree
     */
    private record Case(
            String name,
            int keys,
            List<Integer> removed,
            Consumer<StringTable> blockBefore,
            boolean form,
            boolean inBlock,
            Consumer<StringTable> change) {
        private ChangeExplorer explorer() {
            return new ChangeExplorer(name, inBlock, SortedDictionary::new, this::setUp, blockBefore, change);
        }

        private void setUp(StringTable table) {
            for (int i = 10; i < 10 + keys; i++) {
                table.put("k" + i, "0");
            }
            removed.forEach(key -> table.remove("k" + key));
        }

        @Override
        public String toString() {
            return explorer().toString();
        }
    }

    private static Stream<Case> cases() {
        record Change(String name, int keys, List<Integer> removed, boolean form, Consumer<StringTable> change) {
            Change(String name, int keys, Consumer<StringTable> change) {
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
                new Change("fill", 0, List.of(), true, table -> ((SortedDictionary) table).fill(22)),
                new Change("remove and put", 3, table -> {
                    table.remove("k11");
                    table.put("k11", "2");
                }));
        Case takesAway = new Case(
                "remove that takes the leaf beside away",
                15,
                List.of(),
                table -> { // all but the fifth of the second leaf: where that is removed, it is looked at those beside
                    // it
                    for (int i = 10; i < 25; i++) {
                        if (i != 21) {
                            table.remove("k" + i);
                        }
                    }
                },
                true,
                true,
                table -> table.remove("k21"));
        Case divides = new Case(
                "put that divides a leaf which a block has made larger",
                7,
                List.of(),
                table -> {
                    for (int i = 17; i < 21; i++) {
                        table.put("k" + i, "0");
                    }
                },
                true,
                true,
                table -> table.put("k21", "1"));
        Stream<Case> others = changes.stream()
                .flatMap(each -> Stream.of(false, true)
                        .filter(inBlock -> inBlock
                                ? !each.name().equals("fill")
                                : !each.name().contains("and"))
                        .map(inBlock -> new Case(
                                each.name(),
                                each.keys(),
                                each.removed(),
                                table -> {},
                                each.form(),
                                inBlock,
                                each.change())));
        return Stream.concat(others, Stream.of(takesAway, divides));
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
    void nothingIsLost(Case each) {
        each.explorer().nothingIsLost();
    }

    /** Each fence and write-back of a split and a merge that is left out loses something in one of the cases. */
    @Test
    void eachStepIsNeeded() {
        List<ChangeExplorer> changes = cases().filter(each -> !each.inBlock()
                        && (each.keys() == 15
                                || each.keys() == 10
                                || each.name().equals("fill")))
                .map(Case::explorer)
                .toList();
        ChangeExplorer.mutants(changes, "Shape").requireNeeded(10, EXPLAINED);
    }
}
