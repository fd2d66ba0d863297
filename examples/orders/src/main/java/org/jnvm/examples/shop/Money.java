package org.jnvm.examples.shop;

import java.math.BigDecimal;

/** An amount of money; a value. */
public record Money(BigDecimal amount, Currency currency) {
    /** Refuses fractions of a cent. */
    public Money {
        amount = amount.setScale(2);
    }

    public Money times(int count) {
        return new Money(amount.multiply(BigDecimal.valueOf(count)), currency);
    }

    public Money plus(Money other) {
        if (other.currency != currency) {
            throw new IllegalArgumentException("another currency: " + currency + " and " + other.currency);
        }
        return new Money(amount.add(other.amount), currency);
    }

    @Override
    public String toString() {
        return amount + " " + currency;
    }
}
