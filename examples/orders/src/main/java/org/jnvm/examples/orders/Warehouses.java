package org.jnvm.examples.orders;

import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.Heaps;
import org.jnvm.pdt.PConcurrentHashMap;

/** The stock of two warehouses, each in a heap of its own. Safe for use by several threads. */
public final class Warehouses implements AutoCloseable {
    private static final long MAX_BYTES = 1 << 24;

    private final Heap north;
    private final Heap south;
    private final Heaps both;

    public Warehouses(Path northFile, Path southFile) {
        north = Heap.openOrCreate(northFile, MAX_BYTES);
        south = Heap.openOrCreate(southFile, MAX_BYTES);
        both = Heaps.of(north, south);
    }

    @SuppressWarnings("unchecked") // what a root leads to has no type arguments
    private static PConcurrentHashMap<String, Integer> stock(Heap heap) {
        if (!heap.root().exists("stock")) {
            try (Heap.Scope scope = heap.enter()) {
                heap.root().put("stock", new PConcurrentHashMap<String, Integer>());
            }
        }
        return heap.root().get("stock", PConcurrentHashMap.class);
    }

    public void deliver(String article, int count) {
        stock(north).merge(article, count, Integer::sum);
    }

    public void carrySouth(String article, int count) {
        both.atomically(() -> {
            if (stock(north).merge(article, -count, Integer::sum) < 0) {
                throw new IllegalArgumentException("too few in the north: article=" + article + ", wanted=" + count);
            }
            stock(south).merge(article, count, Integer::sum);
        });
    }

    public int inNorth(String article) {
        return stock(north).getOrDefault(article, 0);
    }

    public int inSouth(String article) {
        return stock(south).getOrDefault(article, 0);
    }

    @Override
    public void close() {
        north.close();
        south.close();
    }
}
