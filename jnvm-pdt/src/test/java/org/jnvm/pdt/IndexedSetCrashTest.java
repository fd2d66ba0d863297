package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Full;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants checked: whatever a crash leaves of a change of an indexed set, set and indexes agree, and show the change as a whole or
 * not at all; once it was acknowledged, as a whole.
 */
class IndexedSetCrashTest {
    private record Change(String name, Consumer<PIndexedSet<Sale>> action) {
        @Override
        public String toString() {
            return name;
        }
    }

    @SuppressWarnings("unchecked")
    private static PIndexedSet<Sale> find(Heap heap) {
        return heap.root().get("sales", PIndexedSet.class);
    }

    private static void attach(PIndexedSet<Sale> sales) {
        sales.index("day", Sale::day);
        sales.uniqueIndex("customer", Sale::customer);
    }

    private static void setUp(Heap heap) {
        PIndexedSet<Sale> sales = new PIndexedSet<>();
        heap.root().put("sales", sales);
        attach(sales);
        for (int i = 0; i < 4; i++) {
            sales.add(new Sale(100 + i, 10 + i / 2, "c" + i));
        }
    }

    private static Sale sale(PIndexedSet<Sale> sales, long number) {
        return sales.stream()
                .filter(each -> each.number() == number)
                .findFirst()
                .orElseThrow();
    }

    /** Shows the set, after a test that the indexes agree with it. Attaching changes nothing, as both indexes are there. */
    private static String show(Heap heap) {
        PIndexedSet<Sale> sales = find(heap);
        attach(sales);
        assertThat(sales.check()).isEmpty();
        return sales.toString();
    }

    private static void goOn(Heap heap) {
        show(heap);
        PIndexedSet<Sale> sales = find(heap);
        sales.add(new Sale(999, 99, "after"));
        sales.remove(sale(sales, 999));
    }

    private static Stream<Change> changes() {
        Stream<Change> all = Stream.of(
                new Change(
                        "update",
                        sales -> sales.update(sale(sales, 101), sale -> {
                            sale.setDay(19);
                            sale.setCustomer("c8");
                        })),
                new Change("addAll", sales -> sales.addAll(List.of(new Sale(150, 11, "c7"), new Sale(151, 11, "c8")))),
                new Change("add", sales -> sales.add(new Sale(150, 11, "c7"))),
                new Change("remove", sales -> sales.remove(sale(sales, 102))),
                new Change("removeIf", sales -> sales.removeIf(sale -> sale.day() == 10)),
                new Change("clear", PIndexedSet::clear));
        return Full.ON ? all : all.limit(2);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void setAndIndexesAgree(Change change) {
        CrashScenario scenario = CrashScenario.of(run -> {
                    PIndexedSet<Sale> sales = find(run.heap());
                    attach(sales);
                    run.operation(change.name(), () -> change.action().accept(sales));
                })
                .setUp(IndexedSetCrashTest::setUp)
                .state(IndexedSetCrashTest::show)
                .goOn(IndexedSetCrashTest::goOn);
        CrashReport report = CrashExplorer.explore(scenario, Full.ON ? Engine.LAZY : Engine.DEVIATION);
        report.requireGood();
        System.out.println(report);
    }
}
