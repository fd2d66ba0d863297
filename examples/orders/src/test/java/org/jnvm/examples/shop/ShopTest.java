package org.jnvm.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shop: orders are placed as a whole, found by date and customer, and are there after it was opened again. */
class ShopTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 27);
    private static final Instant NOW = TODAY.atTime(12, 30).toInstant(ZoneOffset.UTC);

    @TempDir
    Path folder;

    private Shop open() {
        return new Shop(folder.resolve("shop.heap"), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static Money euros(String amount) {
        return new Money(new BigDecimal(amount), Currency.EUR);
    }

    @Test
    void ordersAreFoundAgain() {
        UUID first = new UUID(1, 1);
        UUID second = new UUID(1, 2);
        try (Shop shop = open()) {
            shop.offer("tea", euros("4.50"), 10);
            shop.offer("cup", euros("12"), 3);
            shop.customer("Ada").setMail("ada@example.org");
            shop.place(first, "Ada", Map.of("tea", 2));
            shop.place(second, "Bob", Map.of("cup", 1));
            assertThat(shop.advance(first, Order.State.PAID)).isTrue();
            assertThat(shop.advance(new UUID(0, 0), Order.State.PAID)).isFalse();
        }
        try (Shop shop = open()) {
            Order order = shop.order(first);
            assertThat(order.lines()).containsExactly(new Line("tea", 2, euros("4.50")));
            assertThat(order.sum()).isEqualTo(euros("9.00"));
            assertThat(order.state()).isEqualTo(Order.State.PAID);
            assertThat(order.date()).isEqualTo(TODAY);
            assertThat(order.customer().since()).isEqualTo(NOW);
            assertThat(order.customer().mail()).contains("ada@example.org");
            assertThat(shop.of("Bob")).extracting(Order::id).containsExactly(second);
            assertThat(shop.between(TODAY, TODAY)).hasSize(2);
            assertThat(shop.between(TODAY.plusDays(1), TODAY.plusDays(9))).isEmpty();
        }
    }

    @Test
    void anOrderThatCannotBeServedChangesNothing() {
        try (Shop shop = open()) {
            shop.offer("cup", euros("12"), 3);
            shop.offer("tea", euros("4.50"), 10);
            assertThatThrownBy(() -> shop.place(new UUID(1, 1), "Ada", Map.of("tea", 2, "cup", 4)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("sold out: cup");
            assertThat(shop.product("tea").stock()).isEqualTo(10);
            assertThat(shop.between(TODAY, TODAY)).isEmpty();
            shop.place(new UUID(1, 1), "Ada", Map.of("tea", 10));
            assertThat(shop.product("tea").stock()).isZero();
        }
    }
}
