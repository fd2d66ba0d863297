package org.jnvm.campaign.work;

import org.jnvm.Persistent;
import org.jnvm.pdt.PArray;

/** Accounts and tellers by their numbers. */
@Persistent
final class Bank {
    private final PArray<Account> accounts;
    private final PArray<Teller> tellers;

    Bank(int accounts, int tellers) {
        this.accounts = new PArray<>(accounts);
        this.tellers = new PArray<>(tellers);
        for (int i = 0; i < accounts; i++) {
            this.accounts.set(i, new Account());
        }
        for (int i = 0; i < tellers; i++) {
            this.tellers.set(i, new Teller());
        }
    }

    Account account(int index) {
        return accounts.get(index);
    }

    void account(int index, Account account) {
        accounts.set(index, account);
    }

    Teller teller(int index) {
        return tellers.get(index);
    }
}
