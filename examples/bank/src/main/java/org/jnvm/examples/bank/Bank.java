package org.jnvm.examples.bank;

import org.jnvm.Persistent;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;

/** The root object: accounts by their names, and tellers. Accounts and tellers are never added or removed. */
@Persistent
final class Bank {
    private final long seed;
    private final int size;
    private final long initialBalance;
    private final PHashMap<PString, Account> accounts = new PHashMap<>();
    private final PArrayList<Teller> tellers = new PArrayList<>();

    /**
     * Founds a bank. It survives once it is reachable from a root: a crash before leaves nothing of it.
     *
     * @param seed decides on all transfers
     * @param accounts how many accounts
     * @param initialBalance what is in each of them
     * @param tellers how many tellers
     */
    Bank(long seed, int accounts, long initialBalance, int tellers) {
        this.seed = seed;
        this.size = accounts;
        this.initialBalance = initialBalance;
        for (int i = 0; i < accounts; i++) {
            this.accounts.put(new PString(nameOf(i)), new Account(initialBalance));
        }
        for (int i = 0; i < tellers; i++) {
            this.tellers.add(new Teller());
        }
    }

    private static String nameOf(int account) {
        return "account " + account;
    }

    long seed() {
        return seed;
    }

    /** Returns how many accounts the bank was founded with. */
    int size() {
        return size;
    }

    long initialBalance() {
        return initialBalance;
    }

    /** Returns the accounts in the order of their numbers; null for one that is missing. */
    Account[] accounts() {
        Account[] found = new Account[size];
        for (int i = 0; i < size; i++) {
            found[i] = accounts.get(nameOf(i));
        }
        return found;
    }

    /** Returns the tellers in the order of their numbers. */
    Teller[] tellers() {
        return tellers.toArray(new Teller[0]);
    }
}
