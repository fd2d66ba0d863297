package org.jnvm.bench.structure;

import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.PBox;
import org.jnvm.pdt.PersistentSortedMap;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Identity;

/** A sorted map of J-NVM with boxes as keys and values. Keys are looked up by {@code Long}s. */
final class PersistentTree implements LongMap {
    private final Heap heap;
    private final PersistentSortedMap<Object, PBox<Long>> map;

    /**
     * Makes the map.
     *
     * @param maker makes it in the heap that is entered
     */
    PersistentTree(Heap heap, Supplier<PersistentSortedMap<Object, PBox<Long>>> maker) {
        this.heap = heap;
        try (Heap.Scope scope = heap.enter()) {
            map = maker.get();
            heap.root().put("map", map);
        }
    }

    @Override
    public AutoCloseable enterThread() {
        return heap.enter();
    }

    @Override
    public void add(long key, long value) {
        map.put(new PBox<>(key), new PBox<>(value));
    }

    @Override
    public void replace(long key, long value) {
        heap.free(map.replace(key, new PBox<>(value)));
    }

    @Override
    public long get(long key) {
        while (true) {
            Epochs.enterRead(); // another thread may replace and free the value
            PBox<Long> value = null;
            try {
                value = map.get(key);
                return value == null ? 0 : value.value();
            } catch (StaleObjectException e) {
                if (value != null && Identity.equal(value, map.get(key))) {
                    throw e;
                }
            } finally {
                Epochs.exitRead();
            }
        }
    }

    @Override
    public long remove(long key) {
        Object kept = map.floorKey(key);
        PBox<Long> value = map.remove(key);
        long number = value.value();
        heap.free(kept);
        heap.free(value);
        return number;
    }

    @Override
    public void close() {
        heap.close();
    }
}
