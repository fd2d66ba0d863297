package org.jnvm.examples.orders;

import java.time.LocalDate;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.pdt.PIndex;
import org.jnvm.pdt.PIndexedSet;

/** Deliveries by date and driver. Safe for use by several threads. */
public final class Deliveries {
    private final Heap heap;
    private final PIndexedSet<Delivery> deliveries;
    private final PIndex<LocalDate, Delivery, Delivery> byDate;
    private final PIndex<String, Delivery, Delivery> byDriver;

    public Deliveries(Heap heap) {
        this.heap = heap;
        try (Heap.Scope scope = heap.enter()) {
            deliveries = find();
            byDate = deliveries.index("date", Delivery::date);
            byDriver = deliveries.index("driver", Delivery::driver);
        }
    }

    @SuppressWarnings("unchecked") // what a root leads to has no type arguments
    private PIndexedSet<Delivery> find() {
        PIndexedSet<Delivery> found = heap.root().get("deliveries", PIndexedSet.class);
        if (found == null) {
            found = new PIndexedSet<>();
            heap.root().put("deliveries", found);
        }
        return found;
    }

    public boolean plan(long number, String driver, LocalDate date) {
        try (Heap.Scope scope = heap.enter()) {
            return deliveries.add(new Delivery(number, driver, date));
        }
    }

    public boolean move(Delivery delivery, LocalDate date) {
        return deliveries.update(delivery, each -> each.setDate(date));
    }

    public boolean done(Delivery delivery) {
        return heap.atomically(() -> {
            boolean isThere = deliveries.remove(delivery);
            if (isThere) {
                heap.free(delivery);
            }
            return isThere;
        });
    }

    public Stream<Delivery> on(LocalDate date) {
        return byDate.stream(date);
    }

    public Stream<Delivery> of(String driver) {
        return byDriver.stream(driver);
    }
}
