package org.jnvm.examples.shop;

/** What prices are in. */
public enum Currency {
    EUR,
    USD
}
