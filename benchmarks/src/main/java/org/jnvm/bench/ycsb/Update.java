package org.jnvm.bench.ycsb;

/** What an update of one field does. */
public enum Update {
    /**
     * Puts a new record, which shares the other fields, into the map in place of the old one: one atomic step of the map.
     */
    PUT,
    /** Replaces the field in the record, which the map goes on to hold: the map is only read. */
    IN_PLACE
}
