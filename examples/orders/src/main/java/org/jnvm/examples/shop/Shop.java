package org.jnvm.examples.shop;

import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PIndex;
import org.jnvm.pdt.PIndexedMap;

/** The shop: what there is, and what is done with it. Safe for use by several threads. Nothing is ever freed by hand. */
public final class Shop implements AutoCloseable {
    private static final long MAX_BYTES = 1L << 30;

    private final Heap heap;
    private final Clock clock;
    private final ConcurrentMap<String, Customer> customers;
    private final ConcurrentMap<String, Product> products;
    private final PIndexedMap<UUID, Order> orders;
    private final PIndex<LocalDate, UUID, Order> byDate;
    private final PIndex<String, UUID, Order> byCustomer;

    public Shop(Path file, Clock clock) {
        this.clock = clock;
        heap = Heap.openOrCreate(file, MAX_BYTES, HeapOptions.defaults().collector(Collector.BACKGROUND));
        customers = root("customers", PConcurrentHashMap::new);
        products = root("products", PConcurrentHashMap::new);
        orders = root("orders", PIndexedMap::new);
        byDate = orders.index("date", Order::date);
        byCustomer = orders.index("customer", order -> order.customer().name());
    }

    /** Returns a collection of the heap, which is made the first time. */
    @SuppressWarnings("unchecked") // what a root leads to has no type arguments
    private <T> T root(String name, Supplier<T> maker) {
        try (Heap.Scope scope = heap.enter()) {
            if (!heap.root().exists(name)) {
                heap.root().put(name, maker.get());
            }
            return (T) heap.root().get(name);
        }
    }

    /** Returns a customer, who is registered the first time. */
    public Customer customer(String name) {
        try (Heap.Scope scope = heap.enter()) {
            return customers.computeIfAbsent(name, given -> new Customer(given, clock.instant()));
        }
    }

    public void offer(String code, Money price, int stock) {
        try (Heap.Scope scope = heap.enter()) {
            products.put(code, new Product(code, price, stock));
        }
    }

    public Product product(String code) {
        Product product = products.get(code);
        if (product == null) {
            throw new NoSuchElementException("no such product: " + code);
        }
        return product;
    }

    /** Takes the wanted quantities from the stock and makes an order of them: all of it, or nothing. Durable when this returns. */
    public Order place(UUID id, String customer, Map<String, Integer> quantities) {
        Customer buyer = customer(customer);
        try (Heap.Scope scope = heap.enter()) {
            return heap.atomicallyRetrying(() -> {
                Order order = new Order(id, buyer, LocalDate.now(clock));
                quantities.forEach((code, quantity) -> {
                    Product product = product(code);
                    product.take(quantity);
                    order.add(new Line(code, quantity, product.price()));
                });
                if (orders.putIfAbsent(id, order) != null) {
                    throw new IllegalArgumentException("there is such an order: " + id);
                }
                return order;
            });
        }
    }

    /** Says how far an order is; returns whether there is one. */
    public boolean advance(UUID id, Order.State state) {
        return orders.update(id, order -> order.setState(state));
    }

    public Order order(UUID id) {
        return orders.get(id);
    }

    public Stream<Order> between(LocalDate from, LocalDate to) {
        return byDate.stream(from, true, to, true);
    }

    public Stream<Order> of(String customer) {
        return byCustomer.stream(customer);
    }

    @Override
    public void close() {
        heap.close();
    }
}
