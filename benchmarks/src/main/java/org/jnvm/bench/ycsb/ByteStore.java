package org.jnvm.bench.ycsb;

import java.util.Arrays;

/**
 * A store of bytes under keys that has no operation to change some of the bytes: an update reads the record, changes the
 * field, and puts the record back, while no other thread updates it.
 */
abstract class ByteStore implements Store {
    private static final int STRIPES = 64;

    private final int length;
    private final Object[] locks = new Object[STRIPES];

    /**
     * Makes it.
     *
     * @param length of a field in bytes
     */
    ByteStore(int length) {
        this.length = length;
        Arrays.setAll(locks, i -> new Object());
    }

    /** Returns a record, the caller's own; null if there is none. */
    abstract byte[] get(String key);

    /** Adds or replaces a record, as durably as the store promises. */
    abstract void put(String key, byte[] record);

    @Override
    public final void insert(String key, byte[] record) {
        put(key, record);
    }

    @Override
    public final byte[] read(String key) {
        return get(key);
    }

    @Override
    public final boolean update(String key, int field, byte[] value) {
        synchronized (locks[key.hashCode() & STRIPES - 1]) {
            byte[] record = get(key);
            if (record == null) {
                return false;
            }
            System.arraycopy(value, 0, record, field * length, length);
            put(key, record);
            return true;
        }
    }
}
