package org.jnvm.campaign.soak;

import org.jnvm.Persistent;

/** What an account holds; it never changes, a transfer makes another one. */
@Persistent
final class Holding {
    private final long balance;
    private final String owner;

    Holding(long balance, String owner) {
        this.balance = balance;
        this.owner = owner;
    }

    long balance() {
        return balance;
    }

    String owner() {
        return owner;
    }
}
