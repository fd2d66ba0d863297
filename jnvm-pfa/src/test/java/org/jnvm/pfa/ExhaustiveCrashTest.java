package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Consumer;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariants checked: of short sequences of failure-atomic blocks, root operations and frees, every crash image that what
 * is read afterwards can tell apart shows the acknowledged operations, and the one in flight as a whole or not at all;
 * the heap is sound, stays as it is when recovered again, can be used, and leaks nothing. Also after a second crash, in
 * the recovery.
 */
class ExhaustiveCrashTest {
    private static final boolean FULL = Boolean.getBoolean("jnvm.test.full");

    /** What is explored. */
    enum Operations {
        CHANGE_ONE(run -> move(run, "x")),
        CHANGE_TWO(run -> move(run, "x", "y")),
        CHANGE_AGAIN(run -> {
            move(run, "x", "y");
            move(run, "y");
        }),
        MAKE_AND_LINK(run -> atomically(run, "link", () -> node(run, "x").setNext(new Node(3, 4)))),
        FREE_AND_USE_AGAIN(run -> {
            atomically(run, "unlink", () -> {
                Node y = node(run, "y");
                Node old = y.next();
                y.setNext(null);
                run.heap().free(old);
            });
            atomically(run, "link", () -> node(run, "x").setNext(new Node(5, 6)));
            move(run, "x");
        }),
        ROOTS(run -> {
            run.operation("put", () -> run.heap().root().put("new", new Node(7, 8)));
            run.operation("put again", () -> run.heap().root().put("x", new Node(9, 10)));
            run.operation("remove", () -> run.heap().root().remove("new"));
        }),
        ROOTS_IN_A_BLOCK(run -> atomically(run, "put and move", () -> {
            run.heap().root().put("new", new Node(7, 8));
            node(run, "x").move(1);
        })),
        UNDONE(run -> {
            Runnable undone = () -> {
                node(run, "x").move(1);
                throw new IllegalStateException("undone");
            };
            run.operation(
                    "undone",
                    () -> assertThatThrownBy(() -> run.heap().atomically(undone))
                            .hasMessage("undone"));
            move(run, "x");
        });

        private final Consumer<CrashRun> workload;

        Operations(Consumer<CrashRun> workload) {
            this.workload = workload;
        }
    }

    private static Node node(CrashRun run, String name) {
        return run.heap().root().get(name, Node.class);
    }

    private static void atomically(CrashRun run, String name, Runnable action) {
        run.operation(name, () -> run.heap().atomically(action));
    }

    private static void move(CrashRun run, String... names) {
        atomically(run, "move " + String.join(" ", names), () -> {
            for (String name : names) {
                node(run, name).move(1);
            }
        });
    }

    private static CrashScenario scenario(Operations operations) {
        return CrashScenario.of(operations.workload)
                .setUp(heap -> {
                    heap.root().put("x", new Node(0, 100));
                    heap.root().put("y", new Node(0, 200));
                    heap.root().get("y", Node.class).setNext(new Node(7, 7));
                    use(heap);
                })
                .state(PersistOrderMutantsTest::show)
                .goOn(ExhaustiveCrashTest::use)
                .bound(FULL ? Long.MAX_VALUE : 1000);
    }

    private static void use(Heap heap) {
        heap.atomically(() -> heap.root().put("after", new Node(1, 2)));
        Node after = heap.root().get("after", Node.class);
        heap.root().remove("after");
        heap.free(after);
    }

    @ParameterizedTest
    @EnumSource(Operations.class)
    void noImageLosesAnything(Operations operations) {
        CrashReport report = CrashExplorer.explore(scenario(operations), Engine.LAZY);
        System.out.println(operations + " " + report);
        report.requireGood();
        assertThat(report.states()).isGreaterThan(1);
    }

    @ParameterizedTest
    @EnumSource(Operations.class)
    void noSecondCrashLosesAnything(Operations operations) {
        CrashReport report = CrashExplorer.explore(scenario(operations), Engine.RECURSIVE);
        System.out.println(operations + " " + report);
        report.requireGood();
    }

    @ParameterizedTest
    @EnumSource(PersistenceMode.class)
    void noModeLosesAnything(PersistenceMode mode) {
        CrashReport report =
                CrashExplorer.explore(scenario(Operations.FREE_AND_USE_AGAIN).mode(mode), Engine.LAZY);
        System.out.println(report);
        report.requireGood();
    }
}
