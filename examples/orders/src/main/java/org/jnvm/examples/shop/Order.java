package org.jnvm.examples.shop;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jnvm.Persistent;

/** An order. */
@Persistent
public class Order {
    /** How far it is. */
    public enum State {
        PLACED,
        PAID,
        SENT
    }

    private final UUID id;
    private final Customer customer;
    private final LocalDate date;
    private final List<Line> lines = new ArrayList<>();
    private State state = State.PLACED;

    public Order(UUID id, Customer customer, LocalDate date) {
        this.id = id;
        this.customer = customer;
        this.date = date;
    }

    public UUID id() {
        return id;
    }

    public Customer customer() {
        return customer;
    }

    public LocalDate date() {
        return date;
    }

    public List<Line> lines() {
        return lines;
    }

    public State state() {
        return state;
    }

    void setState(State state) {
        this.state = state;
    }

    void add(Line line) {
        lines.add(line);
    }

    public Money sum() {
        return lines.stream().map(Line::sum).reduce(Money::plus).orElseThrow();
    }
}
