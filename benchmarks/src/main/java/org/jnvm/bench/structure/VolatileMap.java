package org.jnvm.bench.structure;

import java.util.Map;

/** A map of boxes: what it takes in the Java heap, or in a store whose maps are of {@code java.util}. */
final class VolatileMap implements LongMap {
    private final Map<Long, Long> map;
    private final Runnable close;

    /**
     * Wraps a map.
     *
     * @param close ends what the map is of
     */
    VolatileMap(Map<Long, Long> map, Runnable close) {
        this.map = map;
        this.close = close;
    }

    @Override
    public AutoCloseable enterThread() {
        return () -> {};
    }

    @Override
    public void add(long key, long value) {
        map.put(key, value);
    }

    @Override
    public void replace(long key, long value) {
        map.put(key, value);
    }

    @Override
    public long get(long key) {
        Long value = map.get(key);
        return value == null ? 0 : value;
    }

    @Override
    public long remove(long key) {
        return map.remove(key);
    }

    @Override
    public void close() {
        close.run();
    }
}
