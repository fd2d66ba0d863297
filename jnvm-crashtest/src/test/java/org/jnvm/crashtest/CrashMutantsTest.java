package org.jnvm.crashtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashMutants.Kind;
import org.jnvm.crashtest.option.Engine;
import org.junit.jupiter.api.Test;

/**
 * Invariants checked: a step without need is a survivor and must be explained; a store at the wrong time is found where
 * its order counts; a store that changes nothing is no mutant.
 */
class CrashMutantsTest {
    private static final Pattern ANY = Pattern.compile(".*");

    private static Page page(Heap heap) {
        return heap.root().get("page", Page.class);
    }

    /** Writes a text, and its length in another line, which must not be there without it. */
    private static CrashScenario page() {
        return CrashScenario.of(run -> run.operation("write", () -> {
                    Page page = page(run.heap());
                    page.setText(7);
                    page.pwb(Page.TEXT);
                    page.pfence();
                    page.setLength(1);
                    page.pwb(Page.LENGTH);
                    page.pfence();
                }))
                .setUp(heap -> heap.root().put("page", new Page()))
                .state(heap ->
                        page(heap).length() == 0 ? "" : "text " + page(heap).text());
    }

    private static CrashMutants mutants(CrashScenario scenario, Kind... kinds) {
        return CrashExplorer.mutants(
                scenario, Engine.LAZY, EnumSet.copyOf(List.of(kinds)), place -> place.contains("CrashMutantsTest"));
    }

    /** With the lazy engine one mutant is explored after the other was found in the same images. */
    @Test
    void allStepsAreNeeded() {
        mutants(page(), Kind.PWB, Kind.FENCE).requireNeeded(4, List.of());
        mutants(page(), Kind.HASTY, Kind.LATE).requireNeeded(3, List.of());
    }

    @Test
    void aSurvivorMustBeExplained() {
        CrashMutants mutants = new CrashMutants(Map.of("PWB 0 A.b:1", "recovered nothing", "FENCE A.b:2", ""));
        assertThat(mutants.requireNeeded(1, List.of(Pattern.compile("FENCE A.*"))))
                .isSameAs(mutants);
        assertThatThrownBy(() -> mutants.requireNeeded(1, List.of()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("FENCE A.b:2")
                .hasMessageNotContaining("PWB 0");
        assertThatThrownBy(() -> mutants.requireNeeded(1, List.of(Pattern.compile("FENCE")))) // not in full
                .hasMessageContaining("FENCE A.b:2");
        assertThatThrownBy(() -> mutants.requireNeeded(2, List.of(ANY))).hasMessageContaining("expected at least 2");
    }

    /** Each stored value is what is there already. */
    @Test
    void whatChangesNothingIsNoMutant() {
        CrashScenario scenario = page();
        CrashScenario again = CrashScenario.of(run -> run.operation("write again", () -> {
                    Page page = page(run.heap());
                    page.setText(page.text());
                    page.pwb(Page.TEXT);
                    page.pfence();
                    page.setLength(page.length() + 1);
                    page.pwb(Page.LENGTH);
                    page.pfence();
                }))
                .setUp(heap -> heap.root().put("page", new Page()))
                .state(heap -> "length " + page(heap).length());
        assertThat(mutants(scenario, Kind.LATE).places()).hasSize(2);
        assertThat(mutants(again, Kind.LATE).places()).hasSize(1);
    }
}
