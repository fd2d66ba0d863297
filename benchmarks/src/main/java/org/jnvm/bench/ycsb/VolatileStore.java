package org.jnvm.bench.ycsb;

import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Consumer;

/**
 * A map of records that are ordinary objects.
 *
 * @param <R> the class of the records
 */
final class VolatileStore<R> implements Store {
    private final Map<String, R> map;
    private final Records<R> records;
    private final Update how;
    private final Runnable close;

    /** Makes a store of a map of {@code java.util}. */
    VolatileStore(Map<String, R> map, Records<R> records, Update how) {
        this(map, records, how, () -> {});
    }

    /**
     * Makes a store.
     *
     * @param close closes the map
     */
    VolatileStore(Map<String, R> map, Records<R> records, Update how, Runnable close) {
        this.map = map;
        this.records = records;
        this.how = how;
        this.close = close;
    }

    @Override
    public void insert(String key, byte[] record) {
        map.put(key, records.make(record));
    }

    @Override
    public byte[] read(String key) {
        R record = map.get(key);
        return record == null ? null : records.copy(record);
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        if (how == Update.PUT) {
            return map.computeIfPresent(key, (same, old) -> records.with(old, field, value)) != null;
        }
        R record = map.get(key);
        if (record != null) {
            records.replace(record, field, value);
        }
        return record != null;
    }

    @Override
    public boolean scans() {
        return map instanceof NavigableMap;
    }

    @Override
    public void scan(String from, int most, Consumer<byte[]> found) {
        int left = most;
        for (R record : ((NavigableMap<String, R>) map).tailMap(from, true).values()) {
            found.accept(records.copy(record));
            if (--left == 0) {
                return;
            }
        }
    }

    @Override
    public void close() {
        close.run();
    }
}
