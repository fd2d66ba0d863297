package org.jnvm.campaign.soak;

import org.jnvm.Persistent;

/** A line of an order. */
@Persistent
final class Line {
    private final String product;
    private final int count;
    private final Line next;

    Line(String product, int count, Line next) {
        this.product = product;
        this.count = count;
        this.next = next;
    }

    String product() {
        return product;
    }

    int count() {
        return count;
    }

    Line next() {
        return next;
    }
}
