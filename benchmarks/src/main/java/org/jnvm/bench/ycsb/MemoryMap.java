package org.jnvm.bench.ycsb;

import java.util.concurrent.ConcurrentHashMap;

/** A byte map in the Java heap: what is left of a file store if its file system costs nothing. */
final class MemoryMap implements ByteMap {
    private final ConcurrentHashMap<String, byte[]> map = new ConcurrentHashMap<>();

    @Override
    public byte[] get(String key) {
        return map.get(key);
    }

    @Override
    public void put(String key, byte[] value) {
        map.put(key, value);
    }

    @Override
    public boolean remove(String key) {
        return map.remove(key) != null;
    }

    @Override
    public void close() {
        map.clear();
    }
}
