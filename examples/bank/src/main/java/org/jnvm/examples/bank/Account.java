package org.jnvm.examples.bank;

import org.jnvm.Persistent;

/** An account. It may be overdrawn, so that what a transfer does depends on nothing but the transfer. */
@Persistent
final class Account {
    private long balance;

    Account(long balance) {
        this.balance = balance;
    }

    long balance() {
        return balance;
    }

    void add(long amount) {
        balance += amount;
    }
}
