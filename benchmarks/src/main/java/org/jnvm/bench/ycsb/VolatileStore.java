package org.jnvm.bench.ycsb;

import java.util.Map;

/** A map of {@code java.util} with records of byte arrays. */
final class VolatileStore implements Store {
    private final Map<String, byte[][]> map;
    private final Update how;

    VolatileStore(Map<String, byte[][]> map, Update how) {
        this.map = map;
        this.how = how;
    }

    @Override
    public void insert(String key, byte[][] fields) {
        map.put(key, fields);
    }

    @Override
    public byte[][] read(String key) {
        byte[][] record = map.get(key);
        if (record == null) {
            return null;
        }
        byte[][] copy = new byte[record.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = record[i].clone();
        }
        return copy;
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        if (how == Update.PUT) {
            return map.computeIfPresent(key, (same, old) -> {
                        byte[][] record = old.clone();
                        record[field] = value;
                        return record;
                    })
                    != null;
        }
        byte[][] record = map.get(key);
        if (record != null) {
            record[field] = value;
        }
        return record != null;
    }

    @Override
    public void close() {
        // the collector does it
    }
}
