package org.jnvm.campaign.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jnvm.Heap;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PString;

/** Accounts that are replaced, two in a failure-atomic block; each thread has some of its own, and a history of ten transfers. */
final class BankSoak extends Soak {
    private static final long START = 1000;
    private static final int HISTORY = 10;

    private final int threads;
    private final int accounts;
    private final Map<PString, Holding> holdings = new PConcurrentHashMap<>();
    private final List<Latest> last = new ArrayList<>();

    BankSoak(Heap heap, int threads, int accounts) {
        super(heap);
        this.threads = threads;
        this.accounts = accounts / threads;
        heap.root().put("holdings", holdings);
        for (int i = 0; i < threads; i++) {
            last.add(new Latest());
            heap.root().put("last " + i, last.get(i));
        }
    }

    private static String name(int thread, int number) {
        return "account " + thread + ":" + number;
    }

    @Override
    void fill() {
        for (int thread = 0; thread < threads; thread++) {
            for (int i = 0; i < accounts; i++) {
                String name = name(thread, i);
                holdings.put(new PString(name), new Holding(START, name));
            }
        }
    }

    @Override
    void step(int thread, SplittableRandom random) {
        String from = name(thread, random.nextInt(accounts));
        String to = name(thread, random.nextInt(accounts));
        if (from.equals(to)) {
            return;
        }
        int amount = random.nextInt(100);
        boolean aborted = random.nextInt(8) == 0;
        Booking before = last.get(thread).booking();
        try {
            heap.atomically(() -> {
                Holding less = new Holding(holding(from).balance() - amount, from);
                Holding more = new Holding(holding(to).balance() + amount, to);
                holdings.put(new PString(from), less);
                holdings.put(new PString(to), more);
                last.get(thread).set(new Booking(less, more, before));
                if (aborted) {
                    throw new AbortedException();
                }
            });
        } catch (AbortedException e) {
            require(same(last.get(thread).booking(), before), "an aborted transfer has left something");
            return;
        }
        Booking oldest = last.get(thread).booking();
        for (int i = 0; i < HISTORY && oldest != null; i++) {
            require(oldest.from().owner().startsWith("account " + thread), "a booking of another thread");
            oldest = oldest.before();
        }
        if (oldest != null) {
            oldest.forgetBefore();
        }
    }

    private static boolean same(Booking one, Booking other) {
        return one == null ? other == null : one.equals(other);
    }

    private Holding holding(String name) {
        Holding holding = ((PConcurrentHashMap<PString, Holding>) holdings).get(name);
        require(holding != null && holding.owner().equals(name), "wrong holding: account=" + name);
        return holding;
    }

    @Override
    void audit() {
        long sum = 0;
        for (int thread = 0; thread < threads; thread++) {
            for (int i = 0; i < accounts; i++) {
                sum += holding(name(thread, i)).balance();
            }
        }
        require(sum == START * accounts * threads, "money was made or lost: sum=" + sum);
        require(holdings.size() == accounts * threads, "accounts=" + holdings.size());
    }

    /** Aborts a transfer. */
    private static final class AbortedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
