package org.jnvm.crashtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jnvm.Heap;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariants checked: a program that makes things durable in the right order passes every engine; one that forgets a
 * write-back or a fence is found by every engine that looks for it, with the field, the line and the remedy; the replay
 * line shows the same again; and a run that proves nothing fails.
 */
@Once
class CrashExplorerTest {
    /** A text is complete when its length is there. */
    static CrashScenario page(boolean writesBack, boolean fences) {
        return CrashScenario.of(run -> {
                    Page page = run.heap().root().get("page", Page.class);
                    run.operation("read", page::text);
                    run.operation("write", () -> {
                        page.setText(7);
                        if (writesBack) {
                            page.pwb(Page.TEXT);
                        }
                        if (fences) {
                            page.pfence();
                        }
                        page.setLength(1);
                        page.pwb(Page.LENGTH);
                        page.pfence();
                    });
                    run.operation("read again", page::length);
                })
                .setUp(heap -> heap.root().put("page", new Page()))
                .state(CrashExplorerTest::show)
                .invariant("no length without its text", heap -> {
                    Page page = heap.root().get("page", Page.class);
                    assertThat(page.length() == 0 || page.text() != 0).isTrue();
                });
    }

    private static String show(Heap heap) {
        Page page = heap.root().get("page", Page.class);
        return page.length() == 0 ? "nothing" : page.text() + "/" + page.length();
    }

    static CrashScenario pages() {
        return CrashScenario.of(run -> {
                    run.operation("put", () -> {
                        Page page = new Page();
                        page.setText(1);
                        run.heap().root().put("a", page);
                    });
                    run.operation("link", () -> {
                        Page page = run.heap().root().get("a", Page.class);
                        Page next = new Page();
                        next.setText(2);
                        page.setNext(next);
                        page.pwb(Page.NEXT);
                        page.pfence();
                    });
                    run.operation("remove", () -> {
                        Page page = run.heap().root().get("a", Page.class);
                        Page next = page.next();
                        run.heap().root().remove("a");
                        run.heap().free(page);
                        run.heap().free(next);
                    });
                    run.operation("put again", () -> run.heap().root().put("b", new Page()));
                })
                .setUp(heap -> {
                    use(heap);
                })
                .state(CrashExplorerTest::showAll)
                .goOn(CrashExplorerTest::use)
                .cleanUp(heap -> {
                    for (String name : heap.root().names()) {
                        Page page = heap.root().get(name, Page.class);
                        heap.root().remove(name);
                        while (page != null) {
                            Page next = page.next();
                            heap.free(page);
                            page = next;
                        }
                    }
                });
    }

    private static void use(Heap heap) {
        Page page = new Page();
        heap.root().put("more", page);
        heap.root().remove("more");
        heap.free(page);
    }

    private static String showAll(Heap heap) {
        StringBuilder all = new StringBuilder();
        heap.root().names().stream().sorted().forEach(name -> {
            all.append(name);
            for (Page page = heap.root().get(name, Page.class); page != null; page = page.next()) {
                all.append(' ').append(page.text());
            }
        });
        return all.toString();
    }

    @ParameterizedTest
    @EnumSource(names = {"PREFIX", "DEVIATION", "RANDOM", "LAZY", "RECURSIVE", "MEDIA", "LINT"})
    void soundProgramsPass(Engine engine) {
        CrashReport report = CrashExplorer.explore(pages(), engine);
        System.out.println(report);
        report.requireGood();
        assertThat(report.images() > 10).isEqualTo(engine != Engine.LINT);
        CrashExplorer.explore(page(true, true), engine).requireGood();
    }

    @ParameterizedTest
    @EnumSource(PersistenceMode.class)
    void soundProgramsPassInEachMode(PersistenceMode mode) {
        CrashReport report = CrashExplorer.explore(pages().mode(mode), Engine.LAZY);
        System.out.println(report);
        report.requireGood();
        CrashExplorer.explore(page(true, true).mode(mode), Engine.EAGER).requireGood();
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVIATION", "EAGER", "LAZY", "LINT"})
    void aMissingWriteBackIsFound(Engine engine) {
        CrashReport report = CrashExplorer.explore(page(false, true), engine);
        assertThat(report.failure()).contains("Page@", ".text", "Page.setText:");
        assertThat(report.failure()).containsAnyOf("missing pwb", "MISSING_WRITE_BACK");
        assertThat(report.operations()).contains("write");
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVIATION", "EAGER", "LAZY"})
    void aMissingFenceIsFound(Engine engine) {
        CrashReport report = CrashExplorer.explore(page(true, false), engine);
        assertThat(report.failure())
                .contains(
                        "did not persist: Page@",
                        ".text",
                        "Page.setText:",
                        "missing fence",
                        "but persisted",
                        ".length");
        assertThat(report.operations()).as("shrunk").isEqualTo(List.of("write"));
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVIATION", "LAZY"})
    void theReplayLineShowsTheSameImage(Engine engine) {
        CrashScenario scenario = page(true, false);
        CrashReport found = CrashExplorer.explore(scenario, engine);
        System.setProperty(CrashExplorer.REPLAY_PROPERTY, found.replay());
        try {
            CrashReport again = CrashExplorer.explore(scenario, engine);
            assertThat(again.images()).isEqualTo(1);
            assertThat(again.replay()).isEqualTo(found.replay());
            assertThat(again.failure()).contains("did not persist: Page@", "missing fence");
            assertThat(CrashExplorer.explore(scenario, Engine.PREFIX).failure()).isNull();
        } finally {
            System.clearProperty(CrashExplorer.REPLAY_PROPERTY);
        }
    }

    @Test
    void lazyAndEagerSeeTheSameStates() {
        CrashReport lazy = CrashExplorer.explore(page(true, true), Engine.LAZY);
        CrashReport eager = CrashExplorer.explore(page(true, true), Engine.EAGER);
        assertThat(eager.complete()).isTrue();
        assertThat(lazy.states()).isEqualTo(eager.states()).isGreaterThan(1);
        assertThat(lazy.complete()).isTrue();
    }

    @Test
    void writeBacksAndFencesThatDoNothingAreRemarked() {
        CrashReport report = CrashExplorer.explore(
                CrashScenario.of(run -> {
                            Page page = run.heap().root().get("page", Page.class);
                            run.operation("write", () -> {
                                page.setText(1);
                                page.pwb(Page.TEXT);
                                page.pwb(Page.TEXT);
                                page.pfence();
                                page.pfence();
                            });
                        })
                        .setUp(heap -> heap.root().put("page", new Page())),
                Engine.LINT);
        report.requireGood();
        assertThat(report.remarks())
                .contains("SUPERFLUOUS_WRITE_BACK of Page@", "SUPERFLUOUS_FENCE in operation write")
                .doesNotContain("MISSING");
    }

    /** Its recovery does a step again that a crash in the middle let it begin. */
    @Test
    void aRecoveryThatMustNotBeInterruptedIsFound() {
        CrashScenario scenario = CrashScenario.of(run -> {
                    Stepping stepping = run.heap().root().get("stepping", Stepping.class);
                    run.operation("ask for a step", stepping::ask);
                })
                .setUp(heap -> heap.root().put("stepping", new Stepping()))
                .invariant(
                        "one step at most",
                        heap -> assertThat(heap.root()
                                        .get("stepping", Stepping.class)
                                        .steps())
                                .isLessThan(2));
        CrashExplorer.explore(scenario, Engine.LAZY).requireGood();
        CrashReport report = CrashExplorer.explore(scenario, Engine.RECURSIVE);
        assertThat(report.failure()).contains("one step at most", "then a crash of the recovery", "Stepping.recover");
        System.setProperty(CrashExplorer.REPLAY_PROPERTY, report.replay());
        try {
            assertThat(CrashExplorer.explore(scenario, Engine.RECURSIVE).failure())
                    .contains("one step at most", report.replay());
        } finally {
            System.clearProperty(CrashExplorer.REPLAY_PROPERTY);
        }
    }

    @Test
    void aRunThatProvesNothingFails() {
        CrashScenario idle = CrashScenario.of(run -> {});
        assertThat(CrashExplorer.explore(idle, Engine.PREFIX).failure()).contains("explored nothing");
        CrashScenario reads = CrashScenario.of(
                run -> run.operation("read", () -> run.heap().root().names()));
        assertThat(CrashExplorer.explore(reads, Engine.LAZY).failure()).contains("explored nothing");
        CrashScenario undemanding = CrashScenario.of(
                run -> run.operation("put", () -> run.heap().root().put("a", new Page())));
        assertThat(CrashExplorer.explore(undemanding, Engine.PREFIX).failure()).contains("tested nothing");
        CrashScenario blind = undemanding.state(heap -> "always the same");
        assertThat(CrashExplorer.explore(blind, Engine.PREFIX).failure()).contains("one state only");
    }
}
