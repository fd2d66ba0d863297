package org.jnvm.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Consumer;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariants checked: the lint engine reports nothing of a program that makes all durable that it has to, in failure-atomic
 * blocks of all kinds and outside; and it reports each write-back and fence that a program forgets, at the store it is
 * missing for.
 */
class LintTest {
    /** Programs that do all that they have to. */
    enum Sound {
        INCREMENT(run -> block(run, () -> a(run).increment())),
        FEW_WORDS(run -> block(run, () -> {
            a(run).set(0, 5);
            a(run).set(20, 6);
            b(run).increment();
        })),
        MANY_WORDS(run -> block(run, () -> a(run).setAll(7))),
        MANY_OBJECTS(run -> block(run, () -> {
            Ledger last = a(run);
            for (int i = 0; i < 20; i++) {
                Ledger made = new Ledger(i);
                made.set(10, i);
                last.setNext(made);
                last = made;
            }
        })),
        BLOCK_AFTER_BLOCK(run -> {
            for (int i = 0; i < 5; i++) {
                block(run, () -> a(run).increment());
                block(run, () -> a(run).setAll(3));
                block(run, () -> b(run).increment());
            }
        }),
        STORE_AFTER_A_BLOCK_WHOSE_RECORD_IS_UNTRUNCATED(run -> {
            block(run, () -> a(run).setAll(3));
            block(run, () -> a(run).increment());
            run.operation("store", () -> {
                a(run).set(0, 8);
                a(run).pwb(0);
                a(run).pfence();
            });
        }),
        STORE_THAT_A_BLOCK_MAKES_DURABLE(run -> run.operation("store, then the same in a block", () -> {
            a(run).set(20, 8);
            run.heap().atomically(() -> a(run).set(20, 9));
        })),
        INNER(run -> block(run, () -> {
            a(run).increment();
            run.heap().atomically(() -> b(run).increment());
            run.heap().atomically(() -> a(run).setAll(9));
        })),
        INNER_UNDONE(run -> block(run, () -> {
            a(run).increment();
            undone(run.heap(), () -> {
                a(run).setAll(9);
                b(run).setNext(new Ledger(4));
                b(run).setName("of no effect");
            });
            b(run).increment();
        })),
        UNDONE(run -> {
            run.operation(
                    "undone",
                    () -> undone(run.heap(), () -> {
                        a(run).increment();
                        b(run).setAll(9);
                        b(run).setNext(new Ledger(4));
                        b(run).setName("of no effect");
                        run.heap().root().put("new", new Ledger(1));
                    }));
            block(run, () -> a(run).increment());
        }),
        LINK_IN_A_BLOCK(run -> block(run, () -> a(run).setNext(new Ledger(3)))),
        LINK_WHAT_IS_FROM_BEFORE(run -> {
            run.operation("make", () -> held(run, new Ledger(4)));
            block(run, () -> a(run).setNext(held(run)));
        }),
        MAKE_ONLY(run -> {
            block(run, () -> new Ledger(3));
            run.operation("make", () -> new Ledger(3));
        }),
        MAKE_AND_FREE(run -> {
            block(run, () -> run.heap().free(new Ledger(3)));
            run.operation("make and free", () -> run.heap().free(new Ledger(3)));
            run.operation("use again", () -> run.heap().root().put("long", new PLongArray(200)));
        }),
        STORE_AND_FREE(run -> {
            block(run, () -> {
                b(run).setAll(4);
                Ledger old = b(run);
                run.heap().root().remove("b");
                run.heap().free(old);
            });
            run.operation("store and free", () -> {
                Ledger old = a(run);
                old.setAll(4);
                run.heap().root().remove("a");
                run.heap().free(old);
            });
            run.operation("use again", () -> run.heap().root().put("list", new PArrayList<>()));
        }),
        TEXT(run -> {
            block(run, () -> a(run).setName("a"));
            for (int length : new int[] {30, 90, 120, 300, 600}) {
                block(run, () -> a(run).setName("x".repeat(length)));
            }
            run.operation("outside", () -> {
                b(run).setName("b");
                b(run).pwbName();
                b(run).pfence();
            });
        }),
        ROOTS(run -> {
            block(run, () -> {
                run.heap().root().put("new", new Ledger(1));
                a(run).increment();
            });
            run.operation("put", () -> run.heap().root().put("newer", new Ledger(2)));
            block(run, () -> run.heap().root().remove("new"));
        }),
        WEAK_PUT(run -> run.operation("put weakly", () -> {
            Ledger made = new Ledger(6);
            made.pwb();
            run.heap().root().wput("weak", made);
            made.pfence();
            made.validate();
            made.psync();
        })),
        MAPS(run -> {
            PHashMap<PString, Object> map = map(run);
            run.operation("put", () -> map.put(new PString("k"), new Ledger(1)));
            block(run, () -> map.put(new PString("l"), new Ledger(2)));
            block(run, () -> ((Ledger) map.get("k")).setAll(3));
            run.operation("remove", () -> map.remove("k"));
            block(run, () -> map.remove("l"));
            run.operation("undone", () -> undone(run.heap(), () -> map.put(new PString("m"), new Ledger(1))));
            PConcurrentHashMap<PString, Object> concurrent = new PConcurrentHashMap<>();
            run.operation("put a map", () -> run.heap().root().put("concurrent", concurrent));
            block(run, () -> concurrent.put(new PString("m"), new Ledger(1)));
            run.operation("replace", () -> concurrent.put(new PString("m"), new Ledger(2)));
        }),
        LISTS(run -> {
            PArrayList<Object> list = new PArrayList<>();
            run.operation("put a list", () -> run.heap().root().put("list", list));
            for (int i = 0; i < 20; i++) {
                int value = i;
                run.operation("add", () -> list.add(new Ledger(value)));
                block(run, () -> list.add(0, new Ledger(value)));
            }
            block(run, () -> list.clear());
        }),
        ARRAYS(run -> {
            PLongArray longs = (PLongArray) run.heap().root().get("longs");
            run.operation("set", () -> {
                longs.set(50, 3);
                longs.pwb(50);
                longs.pfence();
            });
            block(run, () -> longs.set(60, 4));
            block(run, () -> longs.fill(5));
            run.operation("put an array", () -> run.heap().root().put("array", new PArray<Ledger>(40)));
            block(run, () -> array(run).set(3, new Ledger(1)));
            run.operation("update", () -> {
                array(run).update(39, new Ledger(1));
                array(run).pfence();
            });
        });

        private final Consumer<CrashRun> workload;

        Sound(Consumer<CrashRun> workload) {
            this.workload = workload;
        }
    }

    /** Programs that forget something, and what is reported. */
    enum Wrong {
        NO_WRITE_BACK(
                "MISSING_WRITE_BACK of Ledger@0x\\w+.f20",
                "set",
                run -> run.operation("store", () -> {
                    a(run).set(20, 5);
                    a(run).pfence();
                })),
        NO_FENCE(
                "MISSING_FENCE of Ledger@0x\\w+.f20",
                "set",
                run -> run.operation("store", () -> {
                    a(run).set(20, 5);
                    a(run).pwb(20);
                })),
        NO_WRITE_BACK_BEFORE_A_BLOCK(
                "MISSING_WRITE_BACK of Ledger@0x\\w+.f20",
                "set",
                run -> run.operation("store and block", () -> {
                    a(run).set(20, 5);
                    run.heap().atomically(() -> a(run).increment());
                })),
        NO_WRITE_BACK_AFTER_A_BLOCK(
                "MISSING_WRITE_BACK of Ledger@0x\\w+.f20",
                "set",
                run -> run.operation("block and store", () -> {
                    run.heap().atomically(() -> a(run).set(20, 4));
                    a(run).set(20, 5);
                })),
        NO_FENCE_AFTER_A_BLOCK(
                "MISSING_FENCE of Ledger@0x\\w+.f0",
                "increment",
                run -> run.operation("both", () -> {
                    run.heap().atomically(() -> b(run).increment());
                    a(run).increment();
                    a(run).pwb(0);
                })),
        NO_WRITE_BACK_BESIDE_AN_UNDONE_BLOCK(
                "MISSING_WRITE_BACK of Ledger@0x\\w+.f20",
                "set",
                run -> run.operation("store and undo", () -> {
                    a(run).set(20, 5);
                    undone(run.heap(), () -> a(run).increment());
                })),
        NO_WRITE_BACK_OF_A_REFERENCE(
                "MISSING_WRITE_BACK of Ledger@0x\\w+.next",
                "setNext",
                run -> run.operation("link", () -> {
                    a(run).setNext(new Ledger(3));
                    a(run).pfence();
                })),
        NO_WRITE_BACK_OF_AN_ELEMENT(
                "MISSING_WRITE_BACK of PLongArray@0x\\w+\\[50]",
                "PLongArray.set",
                run -> run.operation("set", () -> {
                    PLongArray longs = (PLongArray) run.heap().root().get("longs");
                    longs.set(50, 3);
                    longs.pfence();
                })),
        VALID_WITHOUT_WRITE_BACK(
                "MISSING_WRITE_BACK of Ledger@0x\\w+.f27",
                "Ledger.<init>",
                run -> run.operation("put weakly", () -> {
                    Ledger made = new Ledger(6);
                    made.pfence();
                    run.heap().root().wput("weak", made);
                    made.pfence();
                    made.validate();
                    made.psync();
                })),
        VALID_BEFORE_THE_FENCE(
                "PUBLISHED_TOO_EARLY of Ledger@0x\\w+.f27",
                "validate",
                run -> run.operation("put weakly", () -> {
                    Ledger made = new Ledger(6);
                    run.heap().root().wput("weak", made);
                    made.pwb();
                    made.validate();
                    made.psync();
                })),
        REACHABLE_BEFORE_THE_FENCE(
                "PUBLISHED_TOO_EARLY of Ledger@0x\\w+.f27",
                "wput",
                run -> run.operation("put weakly", () -> {
                    Ledger made = new Ledger(6);
                    made.pwb();
                    made.validate();
                    run.heap().root().wput("weak", made);
                    made.psync();
                })),
        VALID_TOO_EARLY_AND_LINKED_IN_A_BLOCK(
                "MISSING_WRITE_BACK of Ledger@0x\\w+.f27",
                "Ledger.<init>",
                run -> run.operation("validate, link in a block", () -> {
                    Ledger made = new Ledger(6);
                    made.validate();
                    run.heap().atomically(() -> a(run).setNext(made));
                })),
        MADE_BY_ONE_OPERATION_AND_LINKED_BY_ANOTHER("MISSING_WRITE_BACK of Ledger@0x\\w+.f27", "Ledger.<init>", run -> {
            run.operation("make", () -> {
                held(run, new Ledger(6));
                held(run).validate();
            });
            block(run, () -> a(run).setNext(held(run)));
        });

        private final String finding;
        private final String place;
        private final Consumer<CrashRun> workload;

        Wrong(String finding, String place, Consumer<CrashRun> workload) {
            this.finding = finding;
            this.place = place;
            this.workload = workload;
        }
    }

    /** What an operation of a run hands to the next one. */
    private static final ThreadLocal<Ledger> HELD = new ThreadLocal<>();

    private static void held(CrashRun run, Ledger ledger) {
        assertThat(ledger.heap()).isSameAs(run.heap());
        HELD.set(ledger);
    }

    private static Ledger held(CrashRun run) {
        assertThat(HELD.get().heap()).isSameAs(run.heap());
        return HELD.get();
    }

    private static void block(CrashRun run, Runnable action) {
        run.operation("block", () -> run.heap().atomically(action));
    }

    private static void undone(Heap heap, Runnable action) {
        assertThatThrownBy(() -> heap.atomically(() -> {
                    action.run();
                    throw new IllegalStateException("for a test");
                }))
                .hasMessage("for a test");
    }

    private static Ledger a(CrashRun run) {
        return run.heap().root().get("a", Ledger.class);
    }

    private static Ledger b(CrashRun run) {
        return run.heap().root().get("b", Ledger.class);
    }

    @SuppressWarnings("unchecked")
    private static PHashMap<PString, Object> map(CrashRun run) {
        return (PHashMap<PString, Object>) run.heap().root().get("map");
    }

    @SuppressWarnings("unchecked")
    private static PArray<Ledger> array(CrashRun run) {
        return (PArray<Ledger>) run.heap().root().get("array");
    }

    private static CrashReport lint(Consumer<CrashRun> workload) {
        return CrashExplorer.explore(
                CrashScenario.of(workload).setUp(heap -> {
                    heap.root().put("a", new Ledger(1));
                    heap.root().put("b", new Ledger(2));
                    heap.root().put("map", new PHashMap<PString, Object>());
                    heap.root().put("longs", new PLongArray(100));
                }),
                Engine.LINT);
    }

    @ParameterizedTest
    @EnumSource(Sound.class)
    void nothingIsReportedOfASoundProgram(Sound program) {
        lint(program.workload).requireGood();
    }

    @ParameterizedTest
    @EnumSource(Wrong.class)
    void whatIsForgottenIsReported(Wrong program) {
        String failure = lint(program.workload).failure();
        assertThat(failure).containsPattern(program.finding).contains(program.place);
    }
}
