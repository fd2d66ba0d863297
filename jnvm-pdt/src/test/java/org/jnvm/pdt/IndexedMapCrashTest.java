package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Full;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants checked: whatever a crash leaves of a change of an indexed map, map and indexes agree, and show the change as a whole or
 * not at all; once it was acknowledged, as a whole. An index that was being made, remade or dropped is as before, as after, or
 * not ready, and never wrong.
 */
@LongRunning
class IndexedMapCrashTest {
    /** Changes that store what others of these store. */
    private static final Set<String> LIKE_OTHERS = Set.of("replace", "merge", "computeIfAbsent", "computeIfPresent");

    private record Change(String name, Consumer<PIndexedMap<PString, Sale>> action) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static PString s(String text) {
        return new PString(text);
    }

    @SuppressWarnings("unchecked")
    private static PIndexedMap<PString, Sale> find(Heap heap) {
        return (PIndexedMap<PString, Sale>) heap.root().get("sales");
    }

    private static void attach(PIndexedMap<PString, Sale> sales) {
        for (String name : sales.indexes()) {
            switch (name) {
                case "number" -> sales.uniqueIndex(name, Sale::number);
                case "day" -> sales.index(name, Sale::day);
                default -> sales.index(name, Sale::customer);
            }
        }
    }

    private static void setUp(Heap heap) {
        PIndexedMap<PString, Sale> sales = new PIndexedMap<>();
        heap.root().put("sales", sales);
        sales.uniqueIndex("number", Sale::number);
        sales.index("day", Sale::day);
        for (int i = 0; i < 4; i++) {
            sales.put(s("k" + i), new Sale(100 + i, 10 + i / 2, "c" + i % 2));
        }
        heap.free(new Box(0));
    }

    /** Shows the map, and the indexes that are ready, after a test that these agree with it. Changes nothing. */
    private static String show(Heap heap) {
        PIndexedMap<PString, Sale> sales = find(heap);
        StringBuilder shown = new StringBuilder(sales.asMap().toString());
        for (String name : sales.indexes()) {
            String entries = entries(sales, name);
            if (entries != null) {
                assertThat(entries).as(name).isEqualTo(expected(sales, name));
                shown.append(' ').append(name).append(entries);
            }
        }
        return shown.toString();
    }

    /** Returns what an index leads to; null if it is not ready. */
    private static String entries(PIndexedMap<PString, Sale> sales, String name) {
        try {
            return sales.entriesOf(name).toString();
        } catch (IndexException e) {
            assertThat(e).hasMessageContaining("not ready");
            return null;
        }
    }

    /** Returns what it must lead to: numbers and customers have one width, so that they sort as text. */
    private static String expected(PIndexedMap<PString, Sale> sales, String name) {
        Map<String, String> sorted = new TreeMap<>();
        sales.asMap().forEach((key, sale) -> {
            Object indexKey = switch (name) {
                case "number" -> sale.number();
                case "day" -> sale.day();
                default -> sale.customer();
            };
            sorted.put(name.equals("number") ? indexKey.toString() : indexKey + " of " + key, key.toString());
        });
        return sorted.toString();
    }

    private static void goOn(Heap heap) {
        PIndexedMap<PString, Sale> sales = find(heap);
        boolean isHalfMade = sales.indexes().contains("customer") && entries(sales, "customer") == null;
        attach(sales); // makes anew what is not ready
        assertThat(sales.check()).isEmpty();
        assertThat(sales.indexes()).allMatch(name -> entries(sales, name).equals(expected(sales, name)));
        sales.put(s("after"), new Sale(999, 99, "after"));
        sales.remove("after");
        if (isHalfMade) {
            sales.dropIndex("customer");
        }
    }

    private static Stream<Change> changes() {
        Stream<Change> all = Stream.of(
                new Change("put", sales -> sales.put(s("new"), new Sale(150, 11, "c2"))),
                new Change("put a known key", sales -> sales.put(s("k1"), new Sale(151, 12, "c2"))),
                new Change("replace", sales -> sales.replace(s("k1"), new Sale(101, 12, "c2"))),
                new Change(
                        "update",
                        sales -> sales.update("k1", sale -> {
                            sale.setNumber(152);
                            sale.setDay(19);
                        })),
                new Change("remove", sales -> sales.remove("k2")),
                new Change(
                        "compute",
                        sales -> sales.compute(s("k1"), (key, sale) -> {
                            sale.setDay(19);
                            return sale;
                        })),
                new Change("computeIfAbsent", sales -> sales.computeIfAbsent(s("new"), key -> new Sale(150, 11, "c2"))),
                new Change("computeIfPresent", sales -> sales.computeIfPresent(s("k1"), (key, sale) -> null)),
                new Change("merge", sales -> sales.merge(s("k1"), new Sale(101, 12, "c2"), (sale, another) -> another)),
                new Change("putAll, which swaps numbers", sales -> {
                    Map<PString, Sale> swapped = new TreeMap<>();
                    swapped.put(s("k1"), new Sale(102, 10, "c2"));
                    swapped.put(s("k2"), new Sale(101, 12, "c2"));
                    sales.putAll(swapped);
                }),
                new Change(
                        "replaceAll",
                        sales -> sales.replaceAll((key, sale) -> {
                            sale.setNumber(203 - sale.number());
                            return sale;
                        })),
                new Change("clear", PIndexedMap::clear),
                new Change(
                        "block",
                        sales -> sales.heap().atomically(() -> {
                            sales.remove("k0");
                            sales.update("k1", sale -> sale.setNumber(100));
                            sales.put(s("new"), new Sale(101, 10, "c2"));
                        })),
                new Change("index", sales -> sales.index("customer", Sale::customer)),
                new Change("dropIndex", sales -> sales.dropIndex("day")));
        return Full.ON ? all : all.filter(change -> !LIKE_OTHERS.contains(change.name()));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void mapAndIndexesAgree(Change change) {
        CrashScenario scenario = CrashScenario.of(run -> {
                    PIndexedMap<PString, Sale> sales = find(run.heap());
                    attach(sales);
                    run.operation(change.name(), () -> change.action().accept(sales));
                })
                .setUp(IndexedMapCrashTest::setUp)
                .state(IndexedMapCrashTest::show)
                .goOn(IndexedMapCrashTest::goOn);
        explore(scenario, Full.ON ? Engine.LAZY : Engine.DEVIATION);
    }

    /** What a crash leaves of an index that is being made anew has all values, or cannot be read. */
    @ParameterizedTest
    @MethodSource("engines")
    void anIndexThatIsMadeAnewIsWholeOrNotReady(Engine engine) {
        CrashScenario scenario = CrashScenario.of(run -> {
                    PIndexedMap<PString, Sale> sales = find(run.heap());
                    attach(sales);
                    run.operation("update", () -> sales.update("k1", sale -> sale.setDay(33)));
                    run.operation("reindex", () -> {
                        sales.reindex("day");
                        ((Box) run.heap().root().get("done")).set(1);
                        ((Box) run.heap().root().get("done")).pwb();
                        run.heap().pfence();
                    });
                })
                .setUp(heap -> {
                    setUp(heap);
                    heap.root().put("done", new Box(0));
                })
                .state(heap -> {
                    show(heap);
                    boolean done = ((Box) heap.root().get("done")).value() == 1;
                    assertThat(done && entries(find(heap), "day") == null).isFalse();
                    return find(heap).asMap() + " " + done;
                })
                .goOn(IndexedMapCrashTest::goOn);
        explore(scenario, engine);
    }

    /** Two threads that want one number, and move one value: what each sees and leaves has an order. */
    @Test
    void changesOfTwoThreads() {
        CrashScenario scenario = CrashScenario.of(run -> {
                    PIndexedMap<PString, Sale> sales = find(run.heap());
                    attach(sales);
                    run.thread(() -> {
                        run.call("put", () -> isTaken(() -> sales.put(s("new"), new Sale(152, 12, "c2"))));
                        run.operation("remove", () -> sales.remove("k2"));
                    });
                    run.thread(() -> run.call(
                            "update",
                            () -> isTaken(() -> sales.update("k1", sale -> {
                                sale.setNumber(152);
                                sale.setDay(12);
                            }))));
                })
                .setUp(IndexedMapCrashTest::setUp)
                .state(IndexedMapCrashTest::show)
                .goOn(IndexedMapCrashTest::goOn)
                .schedules(Full.ON ? 200 : 4)
                .bound(1000);
        CrashReport report = CrashExplorer.explore(scenario, Full.ON ? Engine.LAZY : Engine.DEVIATION);
        report.requireGood();
        System.out.println(report);
        assertThat(report.schedules()).isGreaterThan(1);
    }

    /** Tells whether a change is refused because of a unique index. */
    private static boolean isTaken(Runnable change) {
        try {
            change.run();
            return false;
        } catch (DuplicateKeyException e) {
            return true;
        }
    }

    private static List<Engine> engines() {
        return Full.ON ? List.of(Engine.DEVIATION, Engine.LAZY) : List.of(Engine.DEVIATION);
    }

    private static void explore(CrashScenario scenario, Engine engine) {
        CrashReport report = CrashExplorer.explore(scenario, engine);
        report.requireGood();
        System.out.println(report);
    }
}
