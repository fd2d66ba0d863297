package org.jnvm.infinispan.internal;

/** What of an entry is read. */
enum Extent {
    /** When it was made, was used last, and expires. */
    TIMES,
    /** That, and its metadata. */
    METADATA,
    /** That, and its value. */
    ALL
}
