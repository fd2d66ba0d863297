package org.jnvm.campaign.work;

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.Heaps;

/** Failure-atomic blocks over two heaps: amounts go from one to the other, and each heap knows which was the last. */
final class JointWork implements Work {
    private static final int AMOUNT_MAX = 100;
    /** So often both heaps get a new account in place of the one that is there. */
    private static final int NEW_ONE_IN = 5;

    private final long seed;
    private final int threads;
    private final Supplier<Heap> opening;
    /** The accounts of all threads are in one array. */
    private final Lock changingArrays = new ReentrantLock();

    private Heap other;
    private Heaps both;
    private List<Bank> banks = List.of();

    /**
     * Makes the work.
     *
     * @param opening opens the other heap, or creates it
     */
    JointWork(long seed, int threads, Supplier<Heap> opening) {
        this.seed = seed;
        this.threads = threads;
        this.opening = opening;
    }

    @Override
    public void open() {
        if (other == null) {
            other = opening.get();
        }
    }

    @Override
    public void close() {
        if (other != null) {
            other.close();
            other = null;
        }
    }

    @Override
    public void found(Heap heap) {
        open();
        Heaps.of(heap, other).atomically(() -> {
            for (Heap each : List.of(heap, other)) {
                try (Heap.Scope scope = each.enter()) {
                    each.root().put(ROOT, new Bank(threads, threads));
                }
            }
        });
    }

    @Override
    public void attach(Heap heap) {
        open();
        both = Heaps.of(heap, other);
        banks = both.heaps().stream()
                .map(each -> each.root().get(ROOT, Bank.class))
                .toList();
    }

    private int amount(int thread, long number) {
        return Work.random(seed, thread, number).nextInt(AMOUNT_MAX) + 1;
    }

    @Override
    public long[] audit(long[] durable, long[] acknowledged, List<String> losses) {
        long[] last = new long[threads];
        if (banks.get(1) == null) {
            losses.add("The root of the other heap is gone.");
            return last;
        }
        if (!other.check().isSound()) {
            losses.add("The other heap: " + other.check());
        }
        for (int thread = 0; thread < threads; thread++) {
            last[thread] = banks.get(0).teller(thread).last();
            long inOther = banks.get(1).teller(thread).last();
            if (inOther != last[thread] || last[thread] < durable[thread] || last[thread] > acknowledged[thread] + 1) {
                losses.add("Teller " + thread + " acknowledged transfer " + acknowledged[thread]
                        + ", and is to have that of " + durable[thread] + ". The heap holds " + last[thread]
                        + ", the other one " + inOther + '.');
                return last;
            }
            long balance = 0;
            for (long number = 1; number <= last[thread]; number++) {
                balance += amount(thread, number);
            }
            long here = banks.get(0).account(thread).balance();
            long there = banks.get(1).account(thread).balance();
            if (here != -balance || there != balance) {
                losses.add("Accounts " + thread + " hold " + here + " and " + there + ". Their transfers make "
                        + balance + '.');
            }
        }
        return last;
    }

    @Override
    public void operate(int thread, long number) {
        if (number % NEW_ONE_IN != 0) {
            transfer(thread, number, false);
            return;
        }
        changingArrays.lock();
        try {
            transfer(thread, number, true);
        } finally {
            changingArrays.unlock();
        }
    }

    private void transfer(int thread, long number, boolean renewed) {
        int amount = amount(thread, number);
        both.atomically(() -> {
            for (int i = 0; i < 2; i++) {
                Bank bank = banks.get(i);
                if (renewed) {
                    renew(both.heaps().get(i), bank, thread);
                }
                bank.account(thread).add(i == 0 ? -amount : amount);
                bank.teller(thread).last(number);
            }
        });
    }

    private static void renew(Heap heap, Bank bank, int thread) {
        Account before = bank.account(thread);
        try (Heap.Scope scope = heap.enter()) {
            Account after = new Account();
            after.add(before.balance());
            bank.account(thread, after);
        }
        heap.free(before);
    }
}
