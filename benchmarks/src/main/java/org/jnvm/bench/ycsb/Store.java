package org.jnvm.bench.ycsb;

import java.util.function.Consumer;

/**
 * A store of records under test. A record is a fixed number of fields of the same length; in arguments and results they
 * lie one behind the other.
 *
 * <p>Safe for use by as many threads as it was opened for.
 */
public interface Store extends AutoCloseable {
    /** Prepares the calling thread; closed by the same thread. */
    default AutoCloseable enterThread() {
        return () -> {};
    }

    /** Tells whether records are kept at all, so that what is read can be checked. */
    default boolean keeps() {
        return true;
    }

    /**
     * Called by the thread that inserted the first records. From here on each operation survives what the store promises
     * when it returns; before, nothing need be durable.
     */
    default void loaded() {
        // as durable as ever
    }

    /**
     * Adds a record.
     *
     * @param key its key, which is new
     * @param record not changed by anybody later
     */
    void insert(String key, byte[] record);

    /**
     * Copies a record out.
     *
     * @param key its key
     * @return its fields, the caller's own; null if there is no such record
     */
    byte[] read(String key);

    /**
     * Replaces a field of a record.
     *
     * @param key its key
     * @param field the index of the field
     * @param value its new content, not changed by anybody later
     * @return whether there is such a record
     */
    boolean update(String key, int field, byte[] value);

    /** Tells whether records are in the order of their keys, and {@link #scan} finds them. */
    default boolean scans() {
        return false;
    }

    /**
     * Copies records out, in the order of their keys.
     *
     * @param from the key of the first one, which is there
     * @param most how many are wanted; fewer if there are fewer behind the first
     * @param found gets each record, the caller's own
     */
    default void scan(String from, int most, Consumer<byte[]> found) {
        throw new UnsupportedOperationException(
                "store does not scan: " + getClass().getSimpleName());
    }

    @Override
    void close();
}
