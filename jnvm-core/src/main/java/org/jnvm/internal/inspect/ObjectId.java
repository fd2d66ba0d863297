package org.jnvm.internal.inspect;

import org.jnvm.internal.layout.Reference;

/**
 * The id of an object, as the value of a field or an element.
 *
 * @param id 56 bits, not 0
 */
public record ObjectId(long id) {
    /** Returns the id of what a reference leads to. */
    public static ObjectId of(long ref) {
        return new ObjectId((long) Reference.generation(ref) << 48 | Reference.offset(ref));
    }

    /** Refuses what is no id. */
    public ObjectId {
        if (id == 0 || id >>> 56 != 0) {
            throw new IllegalArgumentException("no id of an object: " + Long.toHexString(id));
        }
    }

    @Override
    public String toString() {
        return Reference.describe(id);
    }
}
