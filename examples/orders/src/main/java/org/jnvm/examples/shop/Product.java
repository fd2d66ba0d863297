package org.jnvm.examples.shop;

import org.jnvm.Persistent;

/** Something to buy. */
@Persistent
public class Product {
    private final String code;
    private Money price;
    private int stock;

    public Product(String code, Money price, int stock) {
        this.code = code;
        this.price = price;
        this.stock = stock;
    }

    public String code() {
        return code;
    }

    public Money price() {
        return price;
    }

    public void setPrice(Money price) {
        this.price = price;
    }

    public int stock() {
        return stock;
    }

    void take(int quantity) {
        if (quantity > stock) {
            throw new IllegalStateException("sold out: " + code);
        }
        stock -= quantity;
    }
}
