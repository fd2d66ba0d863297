package org.jnvm.bench.ycsb;

/**
 * How records of a layout are made, read and changed.
 *
 * @param <R> the class of the records
 */
interface Records<R> {
    /** Makes a record of what {@link Store#insert} gets. */
    R make(byte[] record);

    /** Copies all fields out, as {@link Store#read} does. */
    byte[] copy(R record);

    /** Makes a record in which one field is another one; what has not changed is shared with the old one, if it can be. */
    R with(R record, int field, byte[] value);

    /** Frees what a record has not in common with one that {@link #with} made of it. */
    void freeReplaced(R record, int field);

    /** Replaces a field in the record itself: durable when it returns, if the record is persistent. */
    void replace(R record, int field, byte[] value);
}
