package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jnvm.pfa.Contents.node;

import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Person;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants checked: as {@link ExhaustiveCrashTest} has them, of every operation of the allocator and of the tables that
 * it feeds: objects of one block, of several, of a run of blocks; slots of slabs; frees, and use of what was freed,
 * also when blocks are short; validation by the program; the first object of a class, and a first enum constant; more
 * slots for roots; the bump pointer; growth of the heap; closing.
 */
@Once
class AllocatorCrashTest {
    private static final long CHUNK = 1 << 20;
    private static final long GROWTH_BYTES = 1 << 16;
    /** What is left of the first chunk, and what the interior map of the next one takes. */
    private static final long LEFT = 256 * (46 + 16);
    /** One less than the slots in a block of the root map. */
    private static final int ROOTS = 28;

    /** What is explored. */
    enum Operations {
        ONE_BLOCK(run -> put(run, "new", () -> Node.of(3, 4))),
        SEVERAL_BLOCKS(run -> put(run, "new", () -> longs(100))),
        SLOTS(run -> {
            for (String name : new String[] {"a", "b".repeat(20), "c".repeat(40), "d".repeat(60), "e".repeat(90)}) {
                run.operation("name", () -> person(run).replaceName(name));
            }
        }),
        FREE(run -> {
            run.operation("remove", () -> {
                Node x = node(run.heap(), "x");
                run.heap().root().remove("x");
                run.heap().free(x);
            });
            run.operation("remove a large one", () -> {
                Longs longs = run.heap().root().get("longs", Longs.class);
                run.heap().root().remove("longs");
                run.heap().free(longs);
            });
            put(run, "new", () -> longs(60));
        }),
        FREE_THE_OWNER_OF_VALUES(run -> run.operation("free", () -> {
            Person p = person(run);
            run.heap().root().remove("p");
            run.heap().free(p);
            run.heap().force();
        })),
        USED_AGAIN_WHEN_SHORT(run -> {
            for (int i = 0; i < 2; i++) {
                int number = i;
                run.operation("free", () -> {
                    Node y = node(run.heap(), "y");
                    run.heap().root().remove("y");
                    run.heap().free(y.next());
                    run.heap().free(y);
                });
                run.operation("use again", () -> {
                    Node made = Node.of(number, 5);
                    made.setNext(Node.of(number, 6));
                    run.heap().root().put("y", made);
                });
            }
        }),
        VALIDATE(run -> run.operation("validate, then link", () -> {
            Node made = Node.of(3, 4);
            made.pwb();
            made.pfence();
            made.validate();
            made.pfence();
            node(run.heap(), "x").setNext(made);
            node(run.heap(), "x").pwb();
            node(run.heap(), "x").pfence();
        })),
        INVALIDATE(run -> run.operation("invalidate", () -> {
            Node next = node(run.heap(), "y").next();
            node(run.heap(), "y").setNext(null);
            node(run.heap(), "y").pwb();
            next.invalidate();
            next.pfence();
        })),
        FIRST_OF_A_CLASS(run -> put(run, "wide", AllocatorCrashTest::wide)),
        FIRST_OF_AN_ENUM(run -> run.operation("mood", () -> {
            person(run).setMood(Person.Mood.BAD);
            person(run).persistMood();
        })),
        ROOT_SLOTS(run -> {
            for (int i = 0; i < 2; i++) {
                put(run, "new" + i, () -> Node.of(3, 4));
            }
        }),
        GROWTH(AllocatorCrashTest::grow),
        CLOSE(run -> {
            put(run, "new", () -> Node.of(3, 4));
            run.operation("free", () -> {
                Node x = node(run.heap(), "x");
                run.heap().root().remove("x");
                run.heap().free(x);
            });
        }),
        CLOSE_AFTER_GROWTH(AllocatorCrashTest::grow);

        private final Consumer<CrashRun> workload;

        Operations(Consumer<CrashRun> workload) {
            this.workload = workload;
        }

        CrashScenario scenario() {
            CrashScenario scenario = Contents.scenario(workload);
            return switch (this) {
                case USED_AGAIN_WHEN_SHORT ->
                    scenario.setUp(heap -> {
                                Contents.setUp(heap);
                                fill(heap);
                            })
                            .goOn(heap -> {}); // there is no block left
                case ROOT_SLOTS ->
                    scenario.setUp(heap -> {
                        Contents.setUp(heap);
                        Node x = node(heap, "x");
                        IntStream.range(0, ROOTS - heap.root().size())
                                .forEach(i -> heap.root().put("r" + i, x));
                    });
                case GROWTH -> growing(scenario);
                case CLOSE -> scenario.closing(heap -> node(heap, "y").setRight(5));
                case CLOSE_AFTER_GROWTH ->
                    growing(scenario).closing(heap -> node(heap, "y").setRight(5));
                default -> scenario;
            };
        }

        private static CrashScenario growing(CrashScenario scenario) {
            return scenario.heapBytes(CHUNK + GROWTH_BYTES).setUp(heap -> {
                Contents.setUp(heap);
                fillFirstChunk(heap);
            });
        }
    }

    private static Longs longs(int length) {
        Longs longs = new Longs(length);
        for (int i = 0; i < length; i += 37) {
            longs.set(i, i + 1);
        }
        return longs;
    }

    private static Wide wide() {
        Wide wide = new Wide();
        for (int k = 0; k < Wide.BLOCKS; k++) {
            wide.set(k, k + 1);
        }
        return wide;
    }

    private static Person person(CrashRun run) {
        return run.heap().root().get("p", Person.class);
    }

    private interface Maker {
        Object make();
    }

    private static void put(CrashRun run, String name, Maker maker) {
        run.operation("put " + name, () -> run.heap().root().put(name, maker.make()));
    }

    /** Takes blocks for roots until few of the first chunk are left. */
    private static void fillFirstChunk(Heap heap) {
        int count = 0;
        for (int blocks : new int[] {1024, 512, 64, 1}) {
            // extents that a layer has at hand are no room for a longer one
            int spare = blocks == 1 ? 2 : blocks + 300;
            while (heap.stats().availableBytes() > GROWTH_BYTES + LEFT + 256L * spare) {
                heap.root().put(Contents.BALLAST + count++, new Longs(31 * (blocks - 1) + 29));
            }
        }
    }

    /** Takes blocks for roots until there are none. */
    static void fill(Heap heap) {
        int count = 0;
        for (int length : new int[] {60_000, 10_000, 1000, 29}) {
            try {
                while (true) {
                    heap.root().put(Contents.BALLAST + count++, new Longs(length));
                }
            } catch (HeapFullException e) {
                // goes on with smaller ones
            }
        }
    }

    /** Makes objects until the heap has grown, and one more. */
    private static void grow(CrashRun run) {
        for (int i = 0; run.heap().stats().fileBytes() == CHUNK; i++) {
            put(run, "new" + i, () -> Node.of(3, 4));
        }
        put(run, "last", () -> Node.of(3, 4));
    }

    private static void explore(Operations operations, CrashScenario scenario, Engine engine) {
        long began = System.nanoTime();
        CrashReport report = CrashExplorer.explore(scenario, engine);
        System.out.println(operations + " " + report + ", ms=" + (System.nanoTime() - began) / 1_000_000);
        report.requireGood();
        // a line of a class record has more subsets of plain stores than are looked at
        boolean cut = operations == Operations.FIRST_OF_A_CLASS && report.mode() == PersistenceMode.NVMM_JMM;
        assertThat(report.complete()).as("explored to the end").isEqualTo(!cut);
    }

    @ParameterizedTest
    @EnumSource
    void noImageLosesAnything(Operations operations) {
        explore(operations, operations.scenario(), Engine.LAZY);
    }

    private static Stream<Operations> others() {
        return Full.ON ? Stream.of(Operations.values()) : Stream.of(Operations.FREE);
    }

    @ParameterizedTest
    @MethodSource("others")
    void noSecondCrashLosesAnything(Operations operations) {
        explore(operations, operations.scenario(), Engine.RECURSIVE);
    }

    @ParameterizedTest
    @MethodSource("others")
    void noModeLosesAnything(Operations operations) {
        for (PersistenceMode mode : PersistenceMode.values()) {
            if (mode != PersistenceMode.NVMM) {
                explore(operations, operations.scenario().mode(mode), Engine.LAZY);
            }
        }
    }
}
