package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jnvm.pfa.Contents.atomically;
import static org.jnvm.pfa.Contents.exploreToTheEnd;
import static org.jnvm.pfa.Contents.node;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Person;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants checked: of every kind of operation of the root map, of fields and of failure-atomic blocks, every crash
 * image that what is read afterwards can tell apart shows the acknowledged operations, and the one in flight as a whole or
 * not at all; the heap is sound, stays as it is when recovered again, can be used, and leaks nothing. To the end: no image
 * is left out for lack of budget. Also after further crashes, in the recovery. The allocator is {@link
 * AllocatorCrashTest}'s.
 */
@Once
class ExhaustiveCrashTest {
    /** With those of a row more than go into a record. */
    private static final int MANY_WORDS = 110;

    /** Objects of four entries each: more than the 32 of a record that may stay untruncated. */
    private static final int MANY = 9;

    /** What is explored. */
    enum Operations {
        CHANGE_ONE(run -> move(run, "x")),
        CHANGE_TWO(run -> move(run, "x", "y")),
        CHANGE_AGAIN(run -> {
            move(run, "x", "y");
            move(run, "y");
            move(run, "x");
        }),
        FIELD(run -> run.operation("store", () -> {
            node(run, "x").setLeft(5);
            node(run, "x").pwb();
            node(run, "x").pfence();
        })),
        REFERENCE(run -> {
            run.operation("link", () -> {
                node(run, "x").setNext(Node.of(3, 4));
                node(run, "x").pwb();
                node(run, "x").pfence();
            });
            run.operation("unlink and free", () -> {
                Node old = node(run, "x").next();
                node(run, "x").setNext(null);
                node(run, "x").pwb();
                node(run, "x").pfence();
                run.heap().free(old);
            });
        }),
        MAKE_AND_LINK(run -> {
            move(run, "x"); // makes one log, and the other
            move(run, "x");
            atomically(run, "link", () -> node(run, "x").setNext(Node.of(3, 4)));
        }),
        /** Larger than what a record vouches for. */
        MAKE_LARGE_AND_LINK(run -> {
            move(run, "x");
            move(run, "x");
            atomically(run, "link", () -> run.heap().root().put("new", new Longs(Contents.LENGTH)));
        }),
        /** What a record vouches for changes as long as it is there. */
        MAKE_AND_CHANGE(run -> {
            move(run, "x");
            move(run, "x");
            atomically(run, "link", () -> node(run, "x").setNext(Node.of(3, 4)));
            atomically(run, "change", () -> node(run, "x").next().move(1));
            atomically(run, "link another", () -> node(run, "y").next().setNext(Node.of(5, 6)));
            run.operation("store", () -> {
                Node last = node(run, "y").next().next();
                last.setLeft(7);
                last.pwb();
                last.pfence();
            });
        }),
        MAKE_ONLY(run -> {
            run.operation("make", () -> run.heap().atomically(() -> Node.of(3, 4)));
            move(run, "x");
        }),
        FREE_AND_USE_AGAIN(run -> {
            atomically(run, "unlink", () -> {
                Node y = node(run, "y");
                Node old = y.next();
                y.setNext(null);
                run.heap().free(old);
            });
            atomically(run, "link", () -> node(run, "x").setNext(Node.of(5, 6)));
            move(run, "x");
        }),
        FREE_WHAT_IS_REFERRED_TO(run -> {
            atomically(run, "free", () -> run.heap().free(node(run, "y").next()));
            atomically(run, "link", () -> node(run, "x").setNext(Node.of(5, 6)));
        }),
        MAKE_AND_FREE(run -> atomically(run, "make, free and move", () -> {
            run.heap().free(Node.of(5, 6));
            node(run, "x").move(1);
        })),
        PUT(run -> {
            run.operation("put", () -> run.heap().root().put("new", Node.of(7, 8)));
            run.operation("put again", () -> run.heap().root().put("x", Node.of(9, 10)));
            run.operation("put what is there", () -> run.heap().root().put("new", node(run, "y")));
            run.operation("remove", () -> run.heap().root().remove("new"));
        }),
        PUT_LONG_NAME(run -> {
            String name = "n".repeat(300);
            run.operation("put", () -> run.heap().root().put(name, Node.of(7, 8)));
            run.operation("remove", () -> run.heap().root().remove(name));
            run.operation("put again", () -> run.heap().root().put("short", Node.of(7, 8)));
        }),
        PUT_IF_ABSENT(run -> {
            for (String name : List.of("new", "x")) {
                run.operation("get or put " + name, () -> {
                    if (!run.heap().root().exists(name)) {
                        run.heap().root().put(name, Node.of(7, 8));
                    }
                });
            }
            move(run, "x");
        }),
        WEAK_PUT(run -> run.operation("put", () -> {
            Node made = Node.of(7, 8);
            made.pwb();
            made.pfence();
            made.validate();
            made.pfence();
            run.heap().root().wput("weak", made);
            made.psync();
        })),
        PUT_IN_A_BLOCK(run -> atomically(run, "put and move", () -> {
            run.heap().root().put("new", Node.of(7, 8));
            node(run, "x").move(1);
        })),
        REPLACE_AND_REMOVE_IN_A_BLOCK(run -> {
            atomically(run, "replace", () -> {
                Node old = node(run, "x");
                run.heap().root().put("x", Node.of(9, 10));
                run.heap().free(old);
            });
            atomically(run, "remove", () -> {
                run.heap().root().remove("y");
                node(run, "x").move(1);
            });
        }),
        UNDONE(run -> {
            undone(run, () -> {
                node(run, "x").move(1);
                run.heap().root().put("new", Node.of(1, 1));
                run.heap().free(node(run, "y").next());
            });
            move(run, "x");
        }),
        NESTED(run -> atomically(run, "nested", () -> {
            node(run, "x").move(1);
            run.heap().atomically(() -> {
                node(run, "y").move(1);
                node(run, "x").setNext(Node.of(3, 4));
            });
            node(run, "x").move(1);
        })),
        SAVEPOINT_UNDONE(run -> atomically(run, "half of it undone", () -> {
            node(run, "x").move(1);
            assertThatThrownBy(() -> run.heap().atomically(() -> {
                        node(run, "x").move(1);
                        node(run, "y").move(1);
                        run.heap().root().put("undone", Node.of(3, 4));
                        throw new IllegalStateException("undone");
                    }))
                    .hasMessage("undone");
            node(run, "x").setNext(Node.of(5, 6));
        })),
        WHOLE_BLOCKS(run -> {
            atomically(
                    run, "fill", () -> run.heap().root().get("row", Row.class).fill(1000));
            atomically(
                    run,
                    "fill longs",
                    () -> run.heap()
                            .root()
                            .get("longs", Longs.class)
                            .write(0, LongStream.range(1, Contents.LENGTH).toArray()));
            atomically(
                    run,
                    "set one",
                    () -> run.heap().root().get("row", Row.class).set(3, 7));
        }),
        /** More words than a record has of them: in-flight copies. */
        IN_FLIGHT_COPIES(run -> {
            Row row = run.heap().root().get("row", Row.class);
            Longs many = run.heap().root().get("many", Longs.class);
            atomically(run, "fill", () -> {
                row.fill(1000);
                many.write(0, LongStream.range(0, MANY_WORDS).toArray());
            });
            atomically(run, "set one", () -> row.set(3, 7));
            move(run, "x"); // overwrites the first record
        }),
        LARGE_RECORD(run -> {
            move(run, "x");
            move(run, IntStream.range(0, MANY).mapToObj(i -> "n" + i).toArray(String[]::new));
            move(run, "x");
        }),
        VALUES(run -> {
            Person p = run.heap().root().get("p", Person.class);
            run.operation("name", () -> p.replaceName("another name"));
            run.operation("alias", () -> p.replaceAlias("a".repeat(300)));
            run.operation("null", () -> p.replaceName(null));
            run.operation("age", () -> {
                p.setAge(7L);
                p.persist(Person.AGE);
            });
            run.operation("mood", () -> {
                p.setMood(Person.Mood.BAD);
                p.persistMood();
            });
        }),
        VALUES_IN_A_BLOCK(run -> {
            Person p = run.heap().root().get("p", Person.class);
            atomically(run, "values", () -> {
                p.setName("one");
                p.setAlias("x".repeat(130));
                p.setAge(p.age() + 1);
                p.setMood(Person.Mood.BAD);
            });
            atomically(run, "null", () -> {
                p.setName(null);
                p.setAge(null);
            });
        }),
        ANOTHER_LANE(run -> {
            move(run, "x", "y");
            elsewhere(run, () -> move(run, "y"));
            move(run, "x");
        }),
        A_STORE_AFTER_A_BLOCK(run -> {
            move(run, "x", "y");
            run.operation("store", () -> {
                node(run, "x").setLeft(77);
                node(run, "x").pwb();
                node(run, "x").pfence();
            });
            elsewhere(run, () -> move(run, "y"));
        }),
        CLOSE(run -> move(run, "x"));

        private final Consumer<CrashRun> workload;

        Operations(Consumer<CrashRun> workload) {
            this.workload = workload;
        }

        CrashScenario scenario() {
            CrashScenario scenario = Contents.scenario(workload);
            return switch (this) {
                case CLOSE -> scenario.closing(Contents::unlinkAndFree);
                case IN_FLIGHT_COPIES ->
                    scenario.setUp(heap -> {
                        Contents.setUp(heap);
                        heap.root().put("many", new Longs(MANY_WORDS));
                    });
                case LARGE_RECORD ->
                    scenario.setUp(heap -> {
                        Contents.setUp(heap);
                        IntStream.range(0, MANY).forEach(i -> heap.root().put("n" + i, Node.of(i, i)));
                    });
                default -> scenario;
            };
        }
    }

    private static Node node(CrashRun run, String name) {
        return Contents.node(run.heap(), name);
    }

    private static void move(CrashRun run, String... names) {
        atomically(run, "move " + String.join(" ", names), () -> {
            for (String name : names) {
                node(run, name).move(1);
            }
        });
    }

    private static void undone(CrashRun run, Runnable action) {
        Runnable failing = () -> {
            action.run();
            throw new IllegalStateException("undone");
        };
        run.operation(
                "undone",
                () -> assertThatThrownBy(() -> run.heap().atomically(failing)).hasMessage("undone"));
    }

    /** Runs something in a thread that ends. */
    private static void elsewhere(CrashRun run, Runnable action) {
        Thread thread = new Thread(() -> {
            try (Heap.Scope scope = run.heap().enter()) {
                action.run();
            }
        });
        thread.start();
        Threads.join(thread);
    }

    @AfterEach
    void nodesAreInBlocksElsewhere() {
        Node.makeInSlots(false);
    }

    @ParameterizedTest
    @EnumSource(Operations.class)
    void noImageLosesAnything(Operations operations) {
        exploreToTheEnd(operations, operations.scenario(), Engine.LAZY);
    }

    @ParameterizedTest
    @EnumSource(Operations.class)
    void noImageOfObjectsInSlotsLosesAnything(Operations operations) {
        Node.makeInSlots(true);
        exploreToTheEnd(operations, operations.scenario(), Engine.LAZY);
    }

    @ParameterizedTest
    @EnumSource(Operations.class)
    void lintReportsNothing(Operations operations) {
        CrashExplorer.explore(operations.scenario(), Engine.LINT).requireGood();
    }

    /** Those that leave recovery something to do: a record, dangling references, freed objects. */
    private static Stream<Operations> crashedInRecovery() {
        return Full.ON
                ? Stream.of(Operations.values())
                : Stream.of(Operations.CHANGE_TWO, Operations.FREE_AND_USE_AGAIN, Operations.PUT_IN_A_BLOCK);
    }

    @ParameterizedTest
    @MethodSource("crashedInRecovery")
    void noSecondCrashLosesAnything(Operations operations) {
        exploreToTheEnd(operations, operations.scenario(), Engine.RECURSIVE);
    }

    @ParameterizedTest
    @MethodSource("crashedInRecovery")
    void noSecondCrashLosesAnyObjectInASlot(Operations operations) {
        Node.makeInSlots(true);
        exploreToTheEnd(operations, operations.scenario(), Engine.RECURSIVE);
    }

    private static Stream<Operations> crashedAgainAndAgain() {
        return Full.ON
                ? Stream.of(
                        Operations.CHANGE_TWO,
                        Operations.FREE_AND_USE_AGAIN,
                        Operations.FREE_WHAT_IS_REFERRED_TO,
                        Operations.PUT_IN_A_BLOCK,
                        Operations.ANOTHER_LANE)
                : Stream.of(Operations.CHANGE_ONE);
    }

    @ParameterizedTest
    @MethodSource("crashedAgainAndAgain")
    void noThirdCrashLosesAnything(Operations operations) {
        exploreToTheEnd(operations, operations.scenario().recoveryCrashes(2), Engine.RECURSIVE);
    }

    private static Stream<Operations> inOtherModes() {
        return Full.ON ? Stream.of(Operations.values()) : Stream.of(Operations.FREE_AND_USE_AGAIN);
    }

    @ParameterizedTest
    @MethodSource("inOtherModes")
    void noModeLosesAnything(Operations operations) {
        exploreOtherModes(operations);
    }

    @ParameterizedTest
    @MethodSource("inOtherModes")
    void noModeLosesAnyObjectInASlot(Operations operations) {
        Node.makeInSlots(true);
        exploreOtherModes(operations);
    }

    private static void exploreOtherModes(Operations operations) {
        for (PersistenceMode mode : PersistenceMode.values()) {
            if (mode != PersistenceMode.NVMM) {
                exploreToTheEnd(operations, operations.scenario().mode(mode), Engine.LAZY);
            }
        }
    }
}
