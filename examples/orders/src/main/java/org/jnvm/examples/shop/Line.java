package org.jnvm.examples.shop;

/** A line of an order: what, how many, and at which price it was sold; a value. */
public record Line(String product, int quantity, Money price) {
    public Money sum() {
        return price.times(quantity);
    }
}
