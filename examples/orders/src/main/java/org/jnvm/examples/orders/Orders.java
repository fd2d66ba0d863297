package org.jnvm.examples.orders;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.jnvm.BackupReport;
import org.jnvm.Heap;
import org.jnvm.pdt.PIndex;
import org.jnvm.pdt.PIndexedMap;

/** An order system. Safe for use by several threads. */
public final class Orders implements AutoCloseable {
    private static final long MAX_BYTES = 1L << 30;

    private final Heap heap;
    private final PIndexedMap<String, Order> orders;
    private final PIndex<LocalDate, String, Order> byDate;
    private final PIndex<String, String, Order> byCustomer;

    public Orders(Path file) {
        heap = Heap.openOrCreate(file, MAX_BYTES);
        try (Heap.Scope scope = heap.enter()) {
            orders = find();
            byDate = orders.index("date", Order::date);
            byCustomer = orders.index("customer", Order::customer);
        }
    }

    @SuppressWarnings("unchecked") // what a root leads to has no type arguments
    private PIndexedMap<String, Order> find() {
        PIndexedMap<String, Order> found = heap.root().get("orders", PIndexedMap.class);
        if (found == null) {
            found = new PIndexedMap<>();
            heap.root().put("orders", found);
        }
        return found;
    }

    public void add(String number, String customer, LocalDate date, BigDecimal amount) {
        try (Heap.Scope scope = heap.enter()) {
            heap.atomically(() -> {
                if (orders.putIfAbsent(number, new Order(number, customer, date, amount)) != null) {
                    throw new IllegalArgumentException("there is such an order: number=" + number);
                }
            });
        }
    }

    public boolean postpone(String number, LocalDate date) {
        return orders.update(number, order -> order.setDate(date));
    }

    public boolean charge(String number, BigDecimal amount) {
        return orders.update(number, order -> order.add(amount));
    }

    public boolean remove(String number) {
        return heap.atomically(() -> {
            Order order = orders.remove(number);
            if (order == null) {
                return false;
            }
            heap.free(order);
            return true;
        });
    }

    public Order get(String number) {
        return orders.get(number);
    }

    public Stream<Order> between(LocalDate from, LocalDate to) {
        return byDate.stream(from, true, to, true);
    }

    public Stream<Order> latest() {
        return byDate.descending().stream();
    }

    public Stream<Order> of(String customer) {
        return byCustomer.stream(customer);
    }

    Heap heap() {
        return heap;
    }

    /** Copies all orders, as they are at one moment, to a new heap file. Other threads go on. */
    public BackupReport backup(Path file) {
        return heap.backup(file);
    }

    /** Has readers in other processes see the orders as they are now. */
    public void publish() {
        heap.snapshot();
    }

    @Override
    public void close() {
        heap.close();
    }
}
