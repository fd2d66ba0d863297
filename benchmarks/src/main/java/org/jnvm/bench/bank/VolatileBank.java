package org.jnvm.bench.bank;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Accounts in the Java heap: a crash of the process takes all of it, and the bank begins anew. */
final class VolatileBank implements Bank {
    /** A balance, and what makes the account as large as that of the other banks. */
    private static final class Entry {
        private final long[] filler = new long[Filler.WORDS];
        private final int branch;
        private long balance = INITIAL_BALANCE;

        private Entry(int number) {
            for (int i = 0; i < Filler.WORDS; i++) {
                filler[i] = Filler.word(number, i);
            }
            branch = (int) Filler.word(number, Filler.WORDS);
        }
    }

    private final Map<String, Entry> accounts;
    private final Locks locks = new Locks();

    VolatileBank(int size) {
        accounts = new ConcurrentHashMap<>(size * 2);
        for (int i = 0; i < size; i++) {
            accounts.put(Integer.toString(i), new Entry(i));
        }
    }

    private Entry entry(int account) {
        return accounts.get(Integer.toString(account));
    }

    @Override
    public int size() {
        return accounts.size();
    }

    @Override
    public void transfer(int from, int to, long amount) {
        Bank.require(from, to, accounts.size());
        locks.whileLocked(from, to, () -> {
            entry(from).balance -= amount;
            entry(to).balance += amount;
        });
    }

    @Override
    public long balance(int account) {
        Entry entry = entry(account);
        for (int i = 0; i < Filler.WORDS; i++) {
            Filler.require(entry.filler[i], Filler.word(account, i), account, i);
        }
        Filler.require(entry.branch, (int) Filler.word(account, Filler.WORDS), account, Filler.WORDS);
        return entry.balance;
    }

    @Override
    public void close() {
        // nothing is open
    }
}
