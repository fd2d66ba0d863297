package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashMutants.Kind;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariants checked: each write-back, fence and force of the core and of the redo log is needed: without it some crash
 * loses data, in one of the workloads of {@link ExhaustiveCrashTest} and {@link AllocatorCrashTest}. But for those that
 * {@link #EXPLAINED} names, with the reason. A step that is new and not needed fails the test.
 */
class CoreMutantsTest {
    private static final boolean FULL = Boolean.getBoolean("jnvm.test.full");

    /** Steps whose removal loses nothing that these workloads can see, and why they are there. */
    private static final List<Pattern> EXPLAINED = List.of();

    /** A part of the product: its places in the code, the workloads that use it, and how many mutants must be found. */
    enum Part {
        ALLOCATOR(
                "BlockAllocator|BlockPool",
                1,
                AllocatorCrashTest.Operations.USED_AGAIN_WHEN_SHORT.scenario(),
                AllocatorCrashTest.Operations.ONE_BLOCK.scenario()),
        POOLS(
                "PoolAllocator",
                0,
                AllocatorCrashTest.Operations.SLOTS.scenario(),
                ExhaustiveCrashTest.Operations.VALUES.scenario()),
        TABLES(
                "RecordList",
                1,
                AllocatorCrashTest.Operations.FIRST_OF_A_CLASS.scenario(),
                AllocatorCrashTest.Operations.FIRST_OF_AN_ENUM.scenario()),
        ROOTS(
                "Roots|CellTable",
                1,
                ExhaustiveCrashTest.Operations.PUT.scenario(),
                ExhaustiveCrashTest.Operations.PUT_LONG_NAME.scenario(),
                AllocatorCrashTest.Operations.CELLS.scenario()),
        REFERENCES(
                "Validator|ObjectView",
                1,
                ExhaustiveCrashTest.Operations.REFERENCE.scenario(),
                ExhaustiveCrashTest.Operations.PUT.scenario()),
        VALUES(
                "FieldValues|UnlinkedValues",
                1,
                ExhaustiveCrashTest.Operations.VALUES.scenario(),
                AllocatorCrashTest.Operations.FREE_THE_OWNER_OF_VALUES.scenario()),
        FILE(
                "HeapFile|Closing|\\.grow",
                1,
                ExhaustiveCrashTest.Operations.CLOSE.scenario(),
                AllocatorCrashTest.Operations.CLOSE_AFTER_GROWTH.scenario()),
        COMMIT(
                "Log\\.|Lease|FaCommit",
                1,
                ExhaustiveCrashTest.Operations.CHANGE_AGAIN.scenario(),
                ExhaustiveCrashTest.Operations.FREE_AND_USE_AGAIN.scenario(),
                ExhaustiveCrashTest.Operations.ANOTHER_LEASE.scenario(),
                ExhaustiveCrashTest.Operations.WHOLE_BLOCKS.scenario(),
                ExhaustiveCrashTest.Operations.LARGE_RECORD.scenario());

        private final Pattern places;
        private final int floor;
        private final List<CrashScenario> scenarios;

        Part(String places, int floor, CrashScenario... scenarios) {
            this.places = Pattern.compile(places);
            this.floor = floor;
            this.scenarios = List.of(scenarios);
        }

        private CrashMutants mutants(Set<Kind> kinds) {
            Map<String, String> all = new TreeMap<>();
            for (CrashScenario scenario : scenarios) {
                CrashExplorer.mutants(
                                scenario,
                                FULL ? Engine.LAZY : Engine.DEVIATION,
                                kinds,
                                place -> places.matcher(place).find()
                                        && all.getOrDefault(place, "").isEmpty())
                        .places()
                        .forEach((place, loss) -> all.merge(place, loss, (old, now) -> old.isEmpty() ? now : old));
            }
            return new CrashMutants(all);
        }
    }

    @ParameterizedTest
    @EnumSource(Part.class)
    void eachStepIsNeeded(Part part) {
        CrashMutants mutants = part.mutants(EnumSet.of(Kind.PWB, Kind.FENCE, Kind.FORCE));
        System.out.println(part + " " + mutants);
        assertThat(mutants.survivors())
                .as("steps whose removal loses nothing")
                .allMatch(place -> EXPLAINED.stream()
                        .anyMatch(pattern -> pattern.matcher(place).matches()));
        assertThat(mutants.killed()).as("mutants killed").isGreaterThanOrEqualTo(part.floor);
    }
}
