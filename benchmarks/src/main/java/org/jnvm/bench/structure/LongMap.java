package org.jnvm.bench.structure;

/** Numbers under keys that are numbers, in order; no value is 0. */
public interface LongMap extends Structure {
    /** Adds a value under a key that is not there. */
    void add(long key, long value);

    /** Puts another value under a key that is there, and frees the one before. */
    void replace(long key, long value);

    /** Returns a value; 0 if the key is not there. */
    long get(long key);

    /** Removes a key that is there, and frees it and its value, which is returned. */
    long remove(long key);
}
