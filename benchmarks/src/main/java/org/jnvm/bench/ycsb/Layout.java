package org.jnvm.bench.ycsb;

/** What a record consists of. */
public enum Layout {
    /** An object with a reference to each field, which is an array of its own. */
    FIELDS,
    /** One array, with the fields one behind the other. */
    FLAT
}
