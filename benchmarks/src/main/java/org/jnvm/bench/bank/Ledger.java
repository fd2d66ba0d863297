package org.jnvm.bench.bank;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** What clients know of the transfers that they asked for. Safe for use by any number of threads. */
public final class Ledger {
    private final AtomicLongArray acknowledged;
    private final Set<Integer> uncertain = ConcurrentHashMap.newKeySet();

    Ledger(int accounts) {
        acknowledged = new AtomicLongArray(accounts);
    }

    /** Notes that the bank said it was done. */
    void acknowledged(Transfer transfer) {
        acknowledged.addAndGet(transfer.from(), -transfer.amount());
        acknowledged.addAndGet(transfer.to(), transfer.amount());
    }

    /** Notes that there was no answer: it may have been done or not. */
    void uncertain(Transfer transfer) {
        uncertain.add(transfer.from());
        uncertain.add(transfer.to());
    }

    /**
     * What a bank is compared with what it acknowledged.
     *
     * @param sumOff by how much the sum of all balances differs from what was paid in; 0 unless money was made or lost
     * @param accountsOff accounts of which the balance is not what acknowledged transfers make it, without the uncertain ones
     * @param uncertain accounts of transfers that were not answered
     */
    public record Audit(long sumOff, long accountsOff, long uncertain) {}

    /**
     * Compares all balances.
     *
     * @param balances by account
     */
    Audit audit(long[] balances) {
        if (balances.length != acknowledged.length()) {
            throw new IllegalStateException("bank has another number of accounts: found=" + balances.length
                    + ", founded with=" + acknowledged.length());
        }
        long sumOff = 0;
        long accountsOff = 0;
        for (int i = 0; i < balances.length; i++) {
            sumOff += balances[i] - Bank.INITIAL_BALANCE;
            boolean wrong = balances[i] != Bank.INITIAL_BALANCE + acknowledged.get(i);
            accountsOff += wrong && !uncertain.contains(i) ? 1 : 0;
        }
        return new Audit(sumOff, accountsOff, uncertain.size());
    }
}
