package org.jnvm.infinispan.internal;

import org.infinispan.commons.io.ByteBuffer;

/**
 * What a cache has under a key, on its way into the heap or out of it.
 *
 * @param object a persistent object of the heap, or null if the value is bytes
 * @param bytes the marshalled value, or null
 * @param metadata marshalled, or null
 * @param internalMetadata marshalled, or null
 * @param created wall time in ms, or -1
 * @param lastUsed wall time in ms, or -1
 * @param expiry wall time in ms from which on the entry is not there any more, or -1
 */
record EntryValue(
        Object object,
        ByteBuffer bytes,
        ByteBuffer metadata,
        ByteBuffer internalMetadata,
        long created,
        long lastUsed,
        long expiry) {
    static final long NEVER = -1;

    boolean isExpired(long now) {
        return expiry != NEVER && expiry <= now;
    }

    /** Returns how many bytes the entry takes behind its fields. */
    int tailBytes() {
        return Math.addExact(Math.addExact(length(bytes), length(metadata)), length(internalMetadata));
    }

    static int length(ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.getLength();
    }
}
