package org.jnvm.bench.ycsb;

/** Bytes under strings, for {@link ByteMapStore}. Safe for use by any number of threads. */
public interface ByteMap extends AutoCloseable {
    /** Returns what is there, the caller's own; null if there is nothing. */
    byte[] get(String key);

    /** Adds or replaces bytes, which nobody changes later. */
    void put(String key, byte[] value);

    /** Removes what is there; returns whether there was something. */
    boolean remove(String key);

    @Override
    void close();
}
