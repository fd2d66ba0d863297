package org.jnvm.campaign.soak;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jnvm.Heap;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PString;

/** Orders by date, and by customer; each thread has customers of its own. */
final class OrdersSoak extends Soak {
    private static final int LINES = 5;
    private static final int CUSTOMERS = 20;

    private final int threads;
    private final int orders;
    private final PSkipListMap<PString, Purchase> byDate = new PSkipListMap<>();
    private final Map<PString, PArrayList<Purchase>> byCustomer = new PConcurrentHashMap<>();
    /** By thread, the dates of the orders that there are. */
    private final List<Deque<Long>> dates = new ArrayList<>();

    private final long[] next;

    OrdersSoak(Heap heap, int threads, int orders) {
        super(heap);
        this.threads = threads;
        this.orders = orders / threads;
        this.next = new long[threads];
        heap.root().put("by date", byDate);
        heap.root().put("by customer", byCustomer);
        for (int i = 0; i < threads; i++) {
            dates.add(new ArrayDeque<>());
        }
    }

    private static String key(int thread, long date) {
        return String.format(Locale.ROOT, "%012d:%d", date, thread);
    }

    private static String customer(int thread, long date) {
        return "customer " + thread + ":" + date % CUSTOMERS;
    }

    private void add(int thread) {
        long date = next[thread]++;
        String customer = customer(thread, date);
        Line lines = null;
        for (int i = 0; i < LINES; i++) {
            lines = new Line("product " + (date + i), i, lines);
        }
        Purchase purchase = new Purchase(date, customer, lines);
        heap.atomically(() -> {
            byDate.put(new PString(key(thread, date)), purchase);
            PArrayList<Purchase> own = of(customer);
            if (own == null) {
                own = new PArrayList<>();
                byCustomer.put(new PString(customer), own);
            }
            own.add(purchase);
        });
        dates.get(thread).addLast(date);
    }

    private PArrayList<Purchase> of(String customer) {
        return ((PConcurrentHashMap<PString, PArrayList<Purchase>>) byCustomer).get(customer);
    }

    @Override
    void fill() {
        for (int thread = 0; thread < threads; thread++) {
            for (int i = 0; i < orders; i++) {
                add(thread);
            }
        }
    }

    @Override
    void step(int thread, SplittableRandom random) {
        long oldest = dates.get(thread).removeFirst();
        heap.atomically(() -> {
            Purchase gone = byDate.remove(key(thread, oldest));
            check(gone, thread, oldest);
            Purchase first = of(customer(thread, oldest)).remove(0);
            require(first.date() == oldest, "wrong order of a customer: date=" + first.date() + ", expected=" + oldest);
        });
        add(thread);
        long some = oldest + 1 + random.nextInt(orders - 1);
        Purchase purchase = byDate.get(key(thread, some));
        check(purchase, thread, some);
        purchase.enter("seen in step " + random.nextInt());
    }

    private static void check(Purchase purchase, int thread, long date) {
        require(purchase != null && purchase.date() == date, "order is missing: date=" + date);
        require(purchase.customer().equals(customer(thread, date)), "wrong customer: date=" + date);
        require(purchase.state().equals("new") || purchase.state().startsWith("seen"), "wrong state: date=" + date);
        int count = 0;
        for (Line line = purchase.lines(); line != null; line = line.next()) {
            require(line.product().equals("product " + (date + line.count())), "wrong line: date=" + date);
            count++;
        }
        require(count == LINES, "lines are missing: date=" + date);
    }

    @Override
    void audit() {
        require(byDate.size() == threads * orders, "orders=" + byDate.size());
        for (int thread = 0; thread < threads; thread++) {
            for (long date : dates.get(thread)) {
                check(byDate.get(key(thread, date)), thread, date);
            }
        }
        int count = 0;
        for (PArrayList<Purchase> own : byCustomer.values()) {
            count += own.size();
        }
        require(count == threads * orders, "orders of customers=" + count);
    }
}
