package org.jnvm.campaign.soak;

import org.jnvm.Persistent;

/** An order. */
@Persistent
final class Purchase {
    private final long date;
    private final String customer;
    private final Line lines;
    private String state = "new";

    Purchase(long date, String customer, Line lines) {
        this.date = date;
        this.customer = customer;
        this.lines = lines;
    }

    long date() {
        return date;
    }

    String customer() {
        return customer;
    }

    Line lines() {
        return lines;
    }

    String state() {
        return state;
    }

    void enter(String now) {
        state = now;
    }
}
