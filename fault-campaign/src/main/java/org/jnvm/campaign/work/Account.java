package org.jnvm.campaign.work;

import org.jnvm.Persistent;

/** An account; it may be overdrawn. */
@Persistent
final class Account {
    private long balance;

    Account() {}

    long balance() {
        return balance;
    }

    void add(long amount) {
        balance += amount;
    }
}
