package org.jnvm.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.HeapHistogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order system of the cookbook: its orders are found by date and customer, also after it was opened again. */
class OrdersTest {
    private static final LocalDate MONDAY = LocalDate.of(2026, 11, 23);

    @TempDir
    Path folder;

    private static List<String> numbers(Stream<Order> orders) {
        return orders.map(order -> order.number().toString()).toList();
    }

    private static BigDecimal money(String amount) {
        return new BigDecimal(amount);
    }

    private Orders open() {
        return new Orders(folder.resolve("orders.heap"));
    }

    @Test
    void findsOrdersByDateAndCustomer() {
        try (Orders orders = open()) {
            orders.add("A1", "Ada", MONDAY, money("10.50"));
            orders.add("A2", "Bob", MONDAY.plusDays(1), money("20"));
            orders.add("A3", "Ada", MONDAY.plusDays(7), money("0.01"));
            assertThatThrownBy(() -> orders.add("A1", "Eve", MONDAY, money("1")))
                    .hasMessageContaining("number=A1");
        }
        try (Orders orders = open()) {
            assertThat(numbers(orders.between(MONDAY, MONDAY.plusDays(6)))).containsExactly("A1", "A2");
            assertThat(numbers(orders.of("Ada"))).containsExactly("A1", "A3");
            assertThat(orders.postpone("A1", MONDAY.plusDays(8))).isTrue();
            assertThat(numbers(orders.latest())).containsExactly("A1", "A3", "A2");
            assertThat(orders.charge("A1", money("0.25"))).isTrue();
            assertThat(orders.get("A1").amount()).isEqualByComparingTo("10.75");
        }
    }

    @Test
    void aBackupIsWhatTheOrdersWere() {
        Path backup = folder.resolve("backup.heap");
        try (Orders orders = open()) {
            orders.add("A1", "Ada", MONDAY, money("10"));
            assertThat(orders.backup(backup).pause()).isPositive();
            orders.add("A2", "Ada", MONDAY, money("20"));
        }
        try (Orders orders = new Orders(backup)) {
            assertThat(numbers(orders.of("Ada"))).containsExactly("A1");
            orders.add("A3", "Ada", MONDAY, money("30"));
            assertThat(numbers(orders.of("Ada"))).containsExactly("A1", "A3");
        }
    }

    @Test
    void aReportSeesWhatWasPublished() {
        Path file = folder.resolve("orders.heap");
        Report report;
        try (Orders orders = new Orders(file)) {
            orders.add("A1", "Ada", MONDAY, money("10"));
            orders.publish();
            orders.add("A2", "Ada", MONDAY.plusDays(1), money("20"));
            report = new Report(file);
            assertThat(report.total(MONDAY, MONDAY.plusDays(7))).isEqualByComparingTo("10");
            orders.publish();
            assertThat(report.total(MONDAY, MONDAY.plusDays(7))).isEqualByComparingTo("10");
            report.refresh();
            assertThat(report.total(MONDAY, MONDAY.plusDays(7))).isEqualByComparingTo("30");
            assertThat(report.total(MONDAY.plusDays(1), MONDAY.plusDays(7))).isEqualByComparingTo("20");
            orders.remove("A1");
        }
        try (report) {
            report.refresh(); // the heap itself, as nobody changes it
            assertThat(report.total(MONDAY, MONDAY.plusDays(7))).isEqualByComparingTo("20");
        }
    }

    @Test
    void refusesFractionsOfACent() {
        try (Orders orders = open()) {
            orders.add("A1", "Ada", MONDAY, money("10"));
            assertThatThrownBy(() -> orders.charge("A1", money("0.001"))).isInstanceOf(ArithmeticException.class);
            assertThat(orders.get("A1").amount()).isEqualByComparingTo("10");
        }
    }

    @Test
    void aRemovedOrderLeavesNothing() {
        try (Orders orders = open()) {
            orders.add("A0", "Ada", MONDAY, money("1"));
            HeapHistogram before = orders.heap().histogram();
            orders.add("A1", "Bob", MONDAY, money("10"));
            assertThat(orders.remove("A1")).isTrue();
            assertThat(orders.remove("A1")).isFalse();
            assertThat(orders.heap().histogram().objects()).isEqualTo(before.objects());
        }
    }
}
