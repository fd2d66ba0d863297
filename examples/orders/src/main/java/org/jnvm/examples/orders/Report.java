package org.jnvm.examples.orders;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import org.jnvm.Heap;
import org.jnvm.pdt.PIndex;
import org.jnvm.pdt.PIndexedMap;

/** Looks at the orders from another process, which cannot change them. For one thread. */
public final class Report implements AutoCloseable {
    private Heap heap;
    private PIndex<LocalDate, String, Order> byDate;

    public Report(Path file) {
        heap = Heap.openReadOnly(file);
        byDate = find();
    }

    @SuppressWarnings("unchecked") // what a root leads to has no type arguments
    private PIndex<LocalDate, String, Order> find() {
        PIndexedMap<String, Order> orders = heap.root().get("orders", PIndexedMap.class);
        return orders.index("date", Order::date);
    }

    /** Goes on to the newest snapshot. */
    public void refresh() {
        Heap newest = heap.refresh();
        if (newest != heap) {
            heap.close();
            heap = newest;
            byDate = find();
        }
    }

    public BigDecimal total(LocalDate from, LocalDate to) {
        return byDate.stream(from, true, to, true).map(Order::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Override
    public void close() {
        heap.close();
    }
}
