package org.jnvm.table;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    private record Case(String name, int keys, int left, boolean inBlock, Consumer<StringTable> change) {
        private ChangeExplorer explorer() {
            return new ChangeExplorer(name, inBlock, Dictionary::new, this::setUp, change);
        }

        private void setUp(StringTable table) {
            for (int i = 0; i < keys; i++) {
                table.put("k" + i, "0");
            }
            for (int i = left; i < keys; i++) {
                table.remove("k" + i);
            }
        }

        @Override
        public String toString() {
            return explorer().toString();
        }
    }

    private static Stream<Case> cases() {
        record Change(String name, int keys, int left, Consumer<StringTable> change) {
            Change(String name, int keys, Consumer<StringTable> change) {
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

    @ParameterizedTest
    @MethodSource("cases")
    void nothingIsLost(Case each) {
        each.explorer().nothingIsLost();
    }

    /** Each fence and write-back of growth that is left out loses something in one of the cases. */
    @Test
    void eachStepOfGrowthIsNeeded() {
        List<ChangeExplorer> changes = cases().filter(
                        each -> !each.inBlock() && each.name().contains("that"))
                .map(Case::explorer)
                .toList();
        ChangeExplorer.mutants(changes, "Growth").requireNeeded(6, FOR_A_QUIET_RECOVERY);
    }
}
