package org.jnvm.examples.orders;

import java.math.BigDecimal;
import java.time.LocalDate;
import org.jnvm.Persistent;
import org.jnvm.pdt.PString;

/** An order; its number is its key in {@link Orders}, too. */
@Persistent
public final class Order {
    private final PString number;
    private final String customer;
    private long day;
    private long cents;

    Order(PString number, String customer, LocalDate date, BigDecimal amount) {
        this.number = number;
        this.customer = customer;
        this.day = date.toEpochDay();
        this.cents = toCents(amount);
    }

    PString number() {
        return number;
    }

    public String customer() {
        return customer;
    }

    // ---- dates ----

    public LocalDate date() {
        return LocalDate.ofEpochDay(day);
    }

    void setDate(LocalDate date) {
        day = date.toEpochDay();
    }

    // ---- money ----

    public BigDecimal amount() {
        return BigDecimal.valueOf(cents, 2);
    }

    void add(BigDecimal amount) {
        cents = Math.addExact(cents, toCents(amount));
    }

    private static long toCents(BigDecimal amount) {
        return amount.movePointRight(2).longValueExact(); // refuses fractions of a cent
    }
}
