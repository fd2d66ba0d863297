package org.jnvm.campaign.work;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.Heap;

/** Transfers between accounts: the only work whose threads change the same objects. */
final class BankWork implements Work {
    private static final int ACCOUNTS = 120;
    private static final int AMOUNT_MAX = 100;

    private final long seed;
    private final int threads;
    private final Lock[] locks = new Lock[ACCOUNTS];
    private final Account[] accounts = new Account[ACCOUNTS];
    private final Teller[] tellers;

    private record Transfer(int from, int to, int amount) {}

    BankWork(long seed, int threads) {
        this.seed = seed;
        this.threads = threads;
        tellers = new Teller[threads];
        for (int i = 0; i < ACCOUNTS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    private Transfer transfer(int thread, long number) {
        SplittableRandom random = Work.random(seed, thread, number);
        int from = random.nextInt(ACCOUNTS);
        int other = random.nextInt(ACCOUNTS - 1);
        return new Transfer(from, other < from ? other : other + 1, random.nextInt(AMOUNT_MAX) + 1);
    }

    @Override
    public void found(Heap heap) {
        heap.root().put(ROOT, new Bank(ACCOUNTS, threads));
    }

    @Override
    public void attach(Heap heap) {
        Bank bank = heap.root().get(ROOT, Bank.class);
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts[i] = bank.account(i);
        }
        for (int i = 0; i < threads; i++) {
            tellers[i] = bank.teller(i);
        }
    }

    @Override
    public long[] audit(long[] durable, long[] acknowledged, List<String> losses) {
        long[] last = new long[threads];
        long[] balances = new long[ACCOUNTS];
        for (int thread = 0; thread < threads; thread++) {
            last[thread] = tellers[thread].last();
            if (last[thread] < durable[thread] || last[thread] > acknowledged[thread] + 1) {
                losses.add("Teller " + thread + " acknowledged transfer " + acknowledged[thread]
                        + ", and is to have that of " + durable[thread] + ". The heap holds " + last[thread] + '.');
                return last;
            }
            for (long number = 1; number <= last[thread]; number++) {
                Transfer transfer = transfer(thread, number);
                balances[transfer.from()] -= transfer.amount();
                balances[transfer.to()] += transfer.amount();
            }
        }
        for (int i = 0; i < ACCOUNTS; i++) {
            if (accounts[i].balance() != balances[i]) {
                losses.add("Account " + i + " holds " + accounts[i].balance() + ". Its transfers make " + balances[i]
                        + '.');
            }
        }
        return last;
    }

    @Override
    public void operate(int thread, long number) {
        Transfer transfer = transfer(thread, number);
        Lock first = locks[Math.min(transfer.from(), transfer.to())];
        Lock second = locks[Math.max(transfer.from(), transfer.to())];
        first.lock();
        try {
            second.lock();
            try {
                tellers[thread].transfer(number, accounts[transfer.from()], accounts[transfer.to()], transfer.amount());
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }
}
