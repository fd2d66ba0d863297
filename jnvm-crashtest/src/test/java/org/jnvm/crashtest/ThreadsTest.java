package org.jnvm.crashtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jnvm.Heap;
import org.jnvm.crashtest.internal.schedule.Schedule;
import org.jnvm.crashtest.internal.schedule.Schedules;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: workloads of several threads are explored by schedules, which repeat; what is linearizable and
 * durable passes; a lost update, and what another thread saw before it was durable, are found, with the schedule in the
 * replay line, and shrunk to the operations that are needed.
 */
@Once
class ThreadsTest {
    @TempDir
    Path folder;

    /** How a thread adds to the number in a page. */
    private enum Way {
        SOUND {
            @Override
            long add(Page page, long more) {
                synchronized (Way.class) {
                    return addDurably(page, more);
                }
            }
        },
        WITHOUT_LOCK {
            @Override
            long add(Page page, long more) {
                return addDurably(page, more);
            }
        },
        /** The lock is given up before what was stored is durable: another thread's operation may rest on it. */
        FENCED_TOO_LATE {
            @Override
            long add(Page page, long more) {
                long sum;
                synchronized (Way.class) {
                    sum = page.text() + more;
                    page.setText(sum);
                }
                page.pwb(Page.TEXT);
                page.pfence();
                return sum;
            }
        };

        abstract long add(Page page, long more);

        private static long addDurably(Page page, long more) {
            long sum = page.text() + more;
            page.setText(sum);
            page.pwb(Page.TEXT);
            page.pfence();
            return sum;
        }
    }

    private static Page page(Heap heap, String name) {
        return heap.root().get(name, Page.class);
    }

    private static CrashScenario scenario(Consumer<CrashRun> workload) {
        return CrashScenario.of(workload)
                .setUp(heap -> {
                    heap.root().put("page", new Page());
                    heap.root().put("other", new Page());
                })
                .state(heap ->
                        page(heap, "page").text() + "/" + page(heap, "other").text());
    }

    private static CrashScenario adding(Way way) {
        return scenario(run -> {
            Page page = page(run.heap(), "page");
            Page other = page(run.heap(), "other");
            run.operation("begin", () -> Way.SOUND.add(page, 1));
            run.thread(() -> {
                run.call("add 10", () -> way.add(page, 10));
                run.call("add 20 elsewhere", () -> Way.SOUND.add(other, 20));
            });
            run.thread(() -> {
                run.call("add 100", () -> way.add(page, 100));
                run.call("add 200 elsewhere", () -> Way.SOUND.add(other, 200));
            });
        });
    }

    @Test
    void theSameScheduleGivesTheSameRun() {
        Runs runs = new Runs(adding(Way.SOUND), folder, Set.of());
        List<Schedule> plain = Schedules.plain(2);
        List<List<Integer>> accesses =
                plain.stream().map(schedule -> runs.run(schedule).accesses()).toList();
        Set<Object> different = new HashSet<>();
        for (Schedule schedule : Schedules.changed(7, 15, plain, accesses)) {
            List<Object> once = runs.run(schedule).essence();
            assertThat(runs.run(schedule).essence()).as("schedule %s", schedule).isEqualTo(once);
            different.add(once);
        }
        assertThat(different).hasSizeGreaterThan(5);
    }

    @Test
    void soundThreadsPass() {
        for (Engine engine : new Engine[] {Engine.LAZY, Engine.DEVIATION, Engine.LINT}) {
            CrashReport report = CrashExplorer.explore(adding(Way.SOUND).schedules(14), engine);
            System.out.println(report);
            report.requireGood();
            assertThat(report.schedules()).isGreaterThan(engine == Engine.LINT ? 1 : 5);
        }
    }

    @Test
    void aLostUpdateIsFound() {
        CrashReport report = CrashExplorer.explore(adding(Way.WITHOUT_LOCK).schedules(60), Engine.LAZY);
        assertThat(report.failure()).contains("without any crash", "no order of operations explains", "add 10");
        assertThat(report.operations())
                .as("shrunk")
                .containsExactlyInAnyOrder("add 10 (thread 0)", "add 100 (thread 1)");
    }

    @Test
    void whatIsSeenBeforeItIsDurableIsFound() {
        CrashScenario scenario = scenario(run -> {
                    Page page = page(run.heap(), "page");
                    Page other = page(run.heap(), "other");
                    run.thread(() -> {
                        run.call("add elsewhere", () -> Way.SOUND.add(other, 20));
                        run.call("add 10", () -> Way.FENCED_TOO_LATE.add(page, 10));
                    });
                    run.thread(() -> {
                        run.call("read", page::text);
                        run.call("read again", page::text);
                    });
                })
                .schedules(80);
        CrashReport report = CrashExplorer.explore(scenario, Engine.LAZY);
        System.out.println(report);
        assertThat(report.failure())
                .contains("did not persist: Page@", "missing fence", "read", "in flight add 10 (thread 0)");
        assertThat(report.operations()).as("shrunk").hasSize(2).contains("add 10 (thread 0)");
        assertThat(report.replay()).matches("LAZY:NVMM:1@\\d\\.\\d@[0-9+@]+:\\d+:.*");
        System.setProperty(CrashExplorer.REPLAY_PROPERTY, report.replay());
        try {
            CrashReport again = CrashExplorer.explore(scenario, Engine.LAZY);
            assertThat(again.images()).isEqualTo(1);
            assertThat(again.replay()).isEqualTo(report.replay());
            assertThat(again.failure()).contains("recovered 0/20, expected 10/20", "did not persist: Page@");
        } finally {
            System.clearProperty(CrashExplorer.REPLAY_PROPERTY);
        }
    }

    @Test
    void operationsThatWaitForEachOtherAreRefused() {
        CrashScenario scenario = scenario(run -> {
            Object monitor = new Object();
            Page page = page(run.heap(), "page");
            boolean[] done = new boolean[1];
            run.thread(() -> run.operation("wait", () -> {
                synchronized (monitor) {
                    while (!done[0]) {
                        try {
                            monitor.wait();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                }
                Way.SOUND.add(page, 1);
            }));
            run.thread(() -> run.operation("notify", () -> {
                Way.SOUND.add(page, 1);
                synchronized (monitor) {
                    done[0] = true;
                    monitor.notifyAll();
                }
            }));
        });
        assertThatThrownBy(() -> CrashExplorer.explore(scenario, Engine.LAZY))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("an operation waits for one of another thread");
    }
}
