package org.jnvm.crashtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.Pruning;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants checked: what is left out because it is like something else hides no bug. With and without pruning, the same
 * planted bugs are found in the same images, the same write-backs and fences of J-NVM turn out to be needed, and sound
 * programs show the same states; with less work. Pruning by lines of code is less, and finds what each line does.
 */
@Once
class PruningTest {
    private static final Set<CrashMutants.Kind> ALL = EnumSet.allOf(CrashMutants.Kind.class);

    @ParameterizedTest
    @EnumSource(names = {"DEVIATION", "EAGER", "LAZY"})
    void plantedBugsAreFoundInTheSameImages(Engine engine) {
        for (boolean writesBack : new boolean[] {true, false}) {
            for (boolean fences : new boolean[] {true, false}) {
                CrashScenario scenario = CrashExplorerTest.page(writesBack, fences);
                CrashReport all = CrashExplorer.explore(scenario.pruning(Pruning.NONE), engine);
                assertThat(all.failure() == null).isEqualTo(writesBack && fences);
                for (Pruning pruning : new Pruning[] {Pruning.EQUAL, Pruning.STATES, Pruning.RECORDS}) {
                    CrashReport pruned = CrashExplorer.explore(scenario.pruning(pruning), engine);
                    assertThat(pruned.replay()).isEqualTo(all.replay());
                    assertThat(pruned.states()).isEqualTo(all.states());
                    assertThat(pruned.examined()).isLessThanOrEqualTo(all.examined());
                }
                assertThat(CrashExplorer.explore(scenario.pruning(Pruning.SITES), engine)
                                .replay())
                        .isEqualTo(all.replay());
            }
        }
    }

    private static Stream<Engine> ofMutants() {
        return Full.ON ? Stream.of(Engine.DEVIATION, Engine.LAZY) : Stream.of(Engine.DEVIATION);
    }

    @ParameterizedTest
    @MethodSource("ofMutants")
    void theSameWriteBacksAndFencesAreNeeded(Engine engine) {
        CrashScenario pages = CrashExplorerTest.pages();
        CrashMutants all = CrashExplorer.mutants(pages.pruning(Pruning.NONE), engine, ALL, place -> true);
        CrashMutants pruned = CrashExplorer.mutants(pages.pruning(Pruning.STATES), engine, ALL, place -> true);
        System.out.println(pruned);
        assertThat(pruned.survivors()).isEqualTo(all.survivors());
        assertThat(pruned.places()).isEqualTo(all.places());
        assertThat(pruned.killed()).isPositive();
    }

    @Test
    void soundProgramsShowTheSameStatesWithLessWork() {
        Map<Pruning, CrashReport> reports = new TreeMap<>();
        for (Pruning pruning : Pruning.values()) {
            CrashReport report = CrashExplorer.explore(CrashExplorerTest.pages().pruning(pruning), Engine.LAZY);
            report.requireGood();
            System.out.println(report);
            reports.put(pruning, report);
        }
        CrashReport all = reports.get(Pruning.NONE);
        assertThat(all.examined()).isEqualTo(all.images());
        assertThat(reports.get(Pruning.EQUAL).states()).isEqualTo(all.states());
        assertThat(reports.get(Pruning.STATES).states()).isEqualTo(all.states());
        assertThat(reports.get(Pruning.STATES).examined()).isLessThan(all.examined());
        assertThat(reports.get(Pruning.STATES).toString()).contains("pruning=STATES");
    }

    /** The same lines of code again and again: the last of them are no more work. */
    @Test
    void byLinesOfCodeRepetitionIsLeftOut() {
        CrashScenario often = CrashScenario.of(run -> {
                    Page page = run.heap().root().get("page", Page.class);
                    for (int i = 1; i <= 5; i++) {
                        int number = i;
                        run.operation("write", () -> {
                            page.setText(number);
                            page.pwb(Page.TEXT);
                            page.pfence();
                        });
                    }
                })
                .setUp(heap -> heap.root().put("page", new Page()))
                .state(heap -> "" + heap.root().get("page", Page.class).text());
        CrashReport all = CrashExplorer.explore(often, Engine.LAZY);
        CrashReport bySite = CrashExplorer.explore(often.pruning(Pruning.SITES), Engine.LAZY);
        assertThat(bySite.failure()).isEqualTo(all.failure()).isNull();
        assertThat(bySite.crashPoints()).isEqualTo(all.crashPoints());
        assertThat(bySite.images()).isLessThan(all.images());
    }
}
