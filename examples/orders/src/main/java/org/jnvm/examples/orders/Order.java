package org.jnvm.examples.orders;

import java.math.BigDecimal;
import java.time.LocalDate;
import org.jnvm.Persistent;

/** An order; its number is its key in {@link Orders}, too. */
@Persistent
public final class Order {
    private final String number;
    private final String customer;
    private LocalDate date;
    private BigDecimal amount;

    Order(String number, String customer, LocalDate date, BigDecimal amount) {
        this.number = number;
        this.customer = customer;
        this.date = date;
        this.amount = amount;
    }

    public String number() {
        return number;
    }

    public String customer() {
        return customer;
    }

    public LocalDate date() {
        return date;
    }

    void setDate(LocalDate date) {
        this.date = date;
    }

    public BigDecimal amount() {
        return amount;
    }

    void add(BigDecimal more) {
        amount = amount.add(more.setScale(2)); // refuses fractions of a cent
    }
}
