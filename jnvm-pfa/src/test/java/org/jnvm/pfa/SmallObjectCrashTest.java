package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jnvm.pfa.Contents.atomically;
import static org.jnvm.pfa.Contents.exploreToTheEnd;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariants checked: failure-atomic blocks and stores that change objects in slots of one slab, made, linked, unlinked and
 * freed, are explored as {@link ExhaustiveCrashTest} and {@link TwoThreadsCrashTest} explore objects in blocks.
 */
@Once
class SmallObjectCrashTest {
    /** What is explored. */
    enum Operations {
        CHANGE_ONE(run -> move(run, "x")),
        CHANGE_NEIGHBOURS(run -> {
            move(run, "x", "y");
            move(run, "y", "z");
        }),
        MAKE_AND_LINK(run -> {
            move(run, "x"); // makes one log, and the other
            move(run, "x");
            atomically(run, "link", () -> small(run, "x").setNext(new Small(3, 4)));
        }),
        FREE_AND_USE_AGAIN(run -> {
            atomically(run, "unlink", () -> unlinkAndFree(run.heap()));
            atomically(run, "link", () -> small(run, "x").setNext(new Small(5, 6)));
        }),
        REFERENCE(run -> {
            run.operation("link", () -> {
                small(run, "x").setNext(new Small(3, 4));
                small(run, "x").pwb();
                small(run, "x").pfence();
            });
            run.operation("unlink and free", () -> {
                Small old = small(run, "x").next();
                small(run, "x").setNext(null);
                small(run, "x").pwb();
                small(run, "x").pfence();
                run.heap().free(old);
            });
        }),
        INNER_BLOCK_IS_UNDONE(run -> atomically(run, "outer", () -> {
            small(run, "x").move(1);
            Small made = new Small(3, 4);
            small(run, "y").setNext(made);
            assertThatThrownBy(() -> run.heap().atomically(() -> {
                        small(run, "x").move(10);
                        small(run, "z").move(10);
                        made.move(10);
                        throw new IllegalStateException("undone");
                    }))
                    .hasMessage("undone");
        })),
        A_STORE_AFTER_A_BLOCK(run -> {
            move(run, "x", "y");
            run.operation("store", () -> {
                small(run, "x").setLeft(77);
                small(run, "x").pwb();
                small(run, "x").pfence();
            });
            move(run, "y");
        }),
        CLOSE(run -> move(run, "x"));

        private final Consumer<CrashRun> workload;

        Operations(Consumer<CrashRun> workload) {
            this.workload = workload;
        }

        CrashScenario scenario() {
            CrashScenario scenario = SmallObjectCrashTest.scenario(workload);
            return this == CLOSE ? scenario.closing(SmallObjectCrashTest::unlinkAndFree) : scenario;
        }
    }

    private static CrashScenario scenario(Consumer<CrashRun> workload) {
        return CrashScenario.of(workload)
                .setUp(heap -> {
                    for (String name : List.of("x", "y", "z")) {
                        heap.root().put(name, new Small(5, 5));
                    }
                    heap.root().get("y", Small.class).setNext(new Small(7, 8));
                })
                .state(SmallObjectCrashTest::show)
                .goOn(heap -> {
                    Small made = new Small(1, 1);
                    heap.atomically(() -> made.move(1));
                    heap.free(made);
                })
                .cleanUp(heap -> {
                    for (String name : List.copyOf(heap.root().names())) {
                        Small root = heap.root().get(name, Small.class);
                        heap.root().remove(name);
                        if (root.next() != null) {
                            heap.free(root.next());
                        }
                        heap.free(root);
                    }
                });
    }

    private static void unlinkAndFree(Heap heap) {
        Small y = heap.root().get("y", Small.class);
        Small old = y.next();
        y.setNext(null);
        heap.free(old);
    }

    private static String show(Heap heap) {
        TreeMap<String, String> shown = new TreeMap<>();
        for (String name : heap.root().names()) {
            Small root = heap.root().get(name, Small.class);
            shown.put(
                    name,
                    root.values()
                            + (root.next() == null ? "" : " " + root.next().values()));
        }
        return shown.toString();
    }

    private static Small small(CrashRun run, String name) {
        return run.heap().root().get(name, Small.class);
    }

    private static void move(CrashRun run, String... names) {
        atomically(run, "move " + String.join(" ", names), () -> {
            for (String name : names) {
                small(run, name).move(1);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Operations.class)
    void noImageLosesAnything(Operations operations) {
        exploreToTheEnd(operations.name(), operations.scenario(), Engine.LAZY);
    }

    @ParameterizedTest
    @EnumSource(Operations.class)
    void lintReportsNothing(Operations operations) {
        CrashExplorer.explore(operations.scenario(), Engine.LINT).requireGood();
    }

    @ParameterizedTest
    @EnumSource(names = {"CHANGE_NEIGHBOURS", "FREE_AND_USE_AGAIN"})
    void noSecondCrashLosesAnything(Operations operations) {
        exploreToTheEnd(operations.name(), operations.scenario(), Engine.RECURSIVE);
    }

    /** Neighbours in one slab, of which two threads change some each, in blocks and by stores. */
    @Test
    void noCrashOfTwoThreadsLosesAnything() {
        exploreToTheEnd(
                "two threads",
                scenario(run -> {
                    run.thread(() -> {
                        move(run, "x");
                        move(run, "x");
                    });
                    run.thread(() -> {
                        move(run, "y", "z");
                        run.operation("store", () -> {
                            small(run, "z").setLeft(9);
                            small(run, "z").pwb();
                            small(run, "z").pfence();
                        });
                    });
                }),
                Engine.LAZY);
    }

    /** Without any of the commit's steps something of some slot would be lost. */
    @Test
    void eachStepOfTheCommitIsNeeded() {
        CrashMutants mutants = CrashExplorer.mutants(
                Operations.CHANGE_NEIGHBOURS.scenario(),
                Engine.LAZY,
                Set.of(CrashMutants.Kind.PWB, CrashMutants.Kind.FENCE),
                // what commits write back of the record before is UntruncatedRecordsCrashTest's
                place -> place.contains("Lane.commit") && !place.contains("RedoLog.writeBack:"));
        System.out.println(mutants);
        mutants.requireNeeded(1, List.of());
    }
}
