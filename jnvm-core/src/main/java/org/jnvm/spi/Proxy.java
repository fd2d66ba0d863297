package org.jnvm.spi;

import org.jnvm.PObject;
import org.jnvm.runtime.Allocation;
import org.jspecify.annotations.Nullable;

/**
 * What every proxy implements: the transformer adds it to each persistent class, the data types of {@code jnvm-pdt}
 * implement it by hand.
 *
 * <p>A proxy carries where its persistent data structure is, never a copy of persistent fields. Between the moment the
 * Java object is allocated and the call of {@link Allocation#allocate}, and on a proxy whose object was freed, the methods
 * still answer: before allocation with nulls, after {@code free} with a region that refuses every access.
 */
public interface Proxy extends PObject {
    /** Returns the chunk that holds the object's first block, or its slot; refuses every access once the object was freed. */
    Region $jnvm$region();

    /** Returns the reference word of the persistent object (offset, generation, kind), also after {@code free}. */
    long $jnvm$ref();

    /**
     * Returns the heap offsets of the linked blocks of an object.
     *
     * @return one offset for each block, the first one first; null if the object's bytes lie one behind the other, or for classes of
     *     one block
     */
    default long @Nullable [] $jnvm$blocks() {
        return null;
    }

    /**
     * Associates this proxy with a persistent data structure.
     *
     * @param region the chunk of the first block, or of the slot
     * @param ref the reference word
     * @param blocks the offsets of its linked blocks; null if its bytes lie one behind the other; for {@link
     *     Region#pointer(long, long[])}. Classes of one block need not keep it.
     */
    void $jnvm$bind(Region region, long ref, long @Nullable [] blocks);

    /** Returns the descriptor of the concrete class of this proxy; overridden by every persistent class. */
    ClassDescriptor $jnvm$descriptor();
}
