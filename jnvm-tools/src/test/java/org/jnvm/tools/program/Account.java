package org.jnvm.tools.program;

import org.jnvm.Persistent;

@Persistent
class Account {
    long balance;
    long transfers;

    Account(long balance) {
        this.balance = balance;
    }
}
