package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants checked: of two threads with two operations each on a map, set or list (of the plain ones, under a lock), by
 * many schedules: the results are those of an order of all operations; and after a crash at any moment, in every image
 * that what is read afterwards can tell apart, the heap is as an order of all acknowledged operations and some of those
 * in flight leaves it; it is sound, stays as it is when recovered again, and can be used.
 */
@Once
class TwoThreadsCrashTest {
    private static final int SCHEDULES = Integer.getInteger("jnvm.schedules", Full.ON ? 3000 : 3);
    private static final Object LOCK = new Object();

    private enum Kind {
        CONCURRENT_HASH_MAP(PConcurrentHashMap<PString, Box>::new),
        SKIP_LIST_MAP(PSkipListMap<PString, Box>::new),
        CONCURRENT_HASH_SET(PConcurrentHashSet<PString>::new),
        SKIP_LIST_SET(PSkipListSet<PString>::new),
        HASH_MAP(PHashMap<PString, Box>::new),
        TREE_MAP(PTreeMap<PString, Box>::new),
        HASH_SET(PHashSet<PString>::new),
        TREE_SET(PTreeSet<PString>::new),
        LIST(PArrayList<Box>::new);

        private final Supplier<Object> maker;

        Kind(Supplier<Object> maker) {
            this.maker = maker;
        }
    }

    /** Operations of one thread on a map. */
    private interface OnMap extends BiConsumer<Calls, Map<PString, Box>> {}

    /** Operations of one thread on a set. */
    private interface OnSet extends BiConsumer<Calls, Set<PString>> {}

    /** Operations of one thread on a list. */
    private interface OnList extends BiConsumer<Calls, List<Box>> {}

    /** Makes operations, under a lock if the collection needs it. */
    private record Calls(CrashRun run, boolean locked) {
        void call(String name, Supplier<Object> operation) {
            run.call(name, () -> {
                if (!locked) {
                    return text(operation.get());
                }
                synchronized (LOCK) {
                    return text(operation.get());
                }
            });
        }

        private static String text(Object result) {
            return result instanceof Map.Entry<?, ?> entry
                    ? entry.getKey() + "=" + entry.getValue()
                    : String.valueOf(result);
        }

        void block(String name, Runnable block) {
            call(name, () -> {
                run.heap().atomically(block);
                return "";
            });
        }
    }

    private static PString s(String text) {
        return new PString(text);
    }

    private static final List<OnMap[]> MAPS = List.of(
            new OnMap[] {
                (calls, map) -> {
                    calls.call("put k 1", () -> map.put(s("k"), new Box(1)));
                    calls.call("remove k", () -> map.remove("k"));
                },
                (calls, map) -> {
                    calls.call("putIfAbsent k 2", () -> map.putIfAbsent(s("k"), new Box(2)));
                    calls.call("replace k 3", () -> map.replace(s("k"), new Box(3)));
                }
            },
            new OnMap[] {
                (calls, map) -> {
                    calls.call("put a 11", () -> map.put(s("a"), new Box(11)));
                    calls.call("remove b", () -> map.remove("b"));
                },
                (calls, map) -> {
                    calls.call("put n 12", () -> map.put(s("n"), new Box(12)));
                    calls.call("get b", () -> map.get("b"));
                }
            },
            new OnMap[] {
                (calls, map) -> {
                    calls.call("compute a", () -> map.compute(s("a"), (key, old) -> new Box(old == null ? 1 : 2)));
                    calls.call("merge b", () -> map.merge(s("b"), new Box(5), (old, given) -> null));
                },
                (calls, map) -> {
                    calls.call(
                            "first",
                            () -> map instanceof NavigableMap<PString, Box> sorted
                                    ? sorted.pollFirstEntry()
                                    : map.remove("a"));
                    calls.call("computeIfAbsent b", () -> map.computeIfAbsent(s("b"), key -> new Box(6)));
                }
            },
            new OnMap[] {
                (calls, map) -> calls.block("put x, y", () -> {
                    map.put(s("x"), new Box(1));
                    map.remove("a");
                }),
                (calls, map) -> {
                    calls.call("put b 7", () -> map.put(s("b"), new Box(7)));
                    calls.call("put n 8", () -> map.put(s("n"), new Box(8)));
                }
            });

    private static final List<OnSet[]> SETS = List.of(
            new OnSet[] {
                (calls, set) -> {
                    calls.call("add k", () -> set.add(s("k")));
                    calls.call("remove k", () -> set.remove("k"));
                },
                (calls, set) -> {
                    calls.call("add k again", () -> set.add(s("k")));
                    calls.call("remove a", () -> set.remove("a"));
                }
            },
            new OnSet[] {
                (calls, set) -> {
                    calls.call("remove a", () -> set.remove("a"));
                    calls.call("add a", () -> set.add(s("a")));
                },
                (calls, set) -> {
                    calls.call(
                            "first",
                            () -> set instanceof NavigableSet<PString> sorted ? sorted.pollFirst() : set.remove("a"));
                    calls.call("contains a", () -> set.contains("a"));
                }
            });

    private static final List<OnList[]> LISTS = List.of(new OnList[][] {
        {
            (calls, list) -> {
                calls.call("add 1", () -> list.add(new Box(1)));
                calls.call("remove first", () -> list.remove(0));
            },
            (calls, list) -> {
                calls.call("add 2", () -> list.add(new Box(2)));
                calls.call("set last", () -> list.set(list.size() - 1, new Box(3)));
            }
        }
    });

    @SuppressWarnings("unchecked")
    private static Map<PString, Box> map(Heap heap) {
        return (Map<PString, Box>) heap.root().get("it");
    }

    @SuppressWarnings("unchecked")
    private static Set<PString> set(Heap heap) {
        return (Set<PString>) heap.root().get("it");
    }

    @SuppressWarnings("unchecked")
    private static List<Box> list(Heap heap) {
        return (List<Box>) heap.root().get("it");
    }

    private static void fill(Heap heap, Object made) {
        heap.root().put("it", made);
        for (int i = 0; i < 3; i++) {
            String key = "" + (char) ('a' + i);
            if (made instanceof Map) {
                map(heap).put(s(key), new Box(i));
            } else if (made instanceof Set) {
                set(heap).add(s(key));
            } else {
                list(heap).add(new Box(i));
            }
        }
        use(heap);
    }

    private static void use(Heap heap) {
        Object it = heap.root().get("it");
        if (it instanceof Map) {
            map(heap).put(s("after"), new Box(99));
            map(heap).remove("after");
        } else if (it instanceof Set) {
            set(heap).add(s("after"));
            set(heap).remove("after");
        } else {
            list(heap).add(0, new Box(99));
            list(heap).remove(0);
        }
    }

    private static String show(Heap heap) {
        Object it = heap.root().get("it");
        if (it instanceof Map) {
            return new TreeMap<>(map(heap)).toString();
        }
        return it instanceof Set ? new TreeSet<>(set(heap)).toString() : new ArrayList<>(list(heap)).toString();
    }

    private static List<CrashScenario> scenarios(Kind kind) {
        List<CrashScenario> scenarios = new ArrayList<>();
        boolean locked = kind.ordinal() > Kind.SKIP_LIST_SET.ordinal();
        if (kind.name().endsWith("MAP")) {
            MAPS.forEach(pair -> scenarios.add(
                    scenario(kind, (run, thread) -> pair[thread].accept(new Calls(run, locked), map(run.heap())))));
        } else if (kind.name().endsWith("SET")) {
            SETS.forEach(pair -> scenarios.add(
                    scenario(kind, (run, thread) -> pair[thread].accept(new Calls(run, locked), set(run.heap())))));
        } else {
            LISTS.forEach(pair -> scenarios.add(
                    scenario(kind, (run, thread) -> pair[thread].accept(new Calls(run, locked), list(run.heap())))));
        }
        // what is durable of them is the same, and so are the sorted ones but for their ends
        return Full.ON
                ? scenarios
                : scenarios
                        .subList(kind == Kind.SKIP_LIST_MAP ? 2 : 0, scenarios.size())
                        .subList(0, 1);
    }

    private static CrashScenario scenario(Kind kind, BiConsumer<CrashRun, Integer> thread) {
        return CrashScenario.of(run -> {
                    run.thread(() -> thread.accept(run, 0));
                    run.thread(() -> thread.accept(run, 1));
                })
                .setUp(heap -> fill(heap, kind.maker.get()))
                .state(TwoThreadsCrashTest::show)
                .goOn(TwoThreadsCrashTest::use)
                .schedules(SCHEDULES)
                .bound(Full.ON ? Long.MAX_VALUE : 1000);
    }

    private static Set<Kind> kinds() {
        // what is durable of the plain ones is the same, whatever their order in memory
        return Full.ON ? EnumSet.allOf(Kind.class) : EnumSet.complementOf(EnumSet.of(Kind.HASH_MAP, Kind.TREE_SET));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void noCrashLosesAnything(Kind kind) {
        int number = 0;
        for (CrashScenario scenario : scenarios(kind)) {
            long began = System.nanoTime();
            CrashReport report = CrashExplorer.explore(scenario, Engine.LAZY);
            long nanos = System.nanoTime() - began;
            System.out.println(
                    kind + " " + number++ + " " + report + ", recoveries/s=" + report.images() * 1_000_000_000 / nanos);
            report.requireGood();
            assertThat(report.schedules()).isGreaterThan(1);
            assertThat(report.states()).isGreaterThan(1);
        }
    }
}
