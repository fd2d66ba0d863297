package org.jnvm.runtime;

import org.jnvm.internal.heap.SlotArrays;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.SlotVisitor;

/** The reference slots of a collection, each changed by one atomic durable store; see {@link SlotArrays}. */
@SuppressWarnings("exports") // what it extends is used through it only
public final class SlotTable extends SlotArrays {
    private SlotTable(Proxy owner, int off, SlotVisitor visitor) {
        super(owner, off, visitor);
    }

    /**
     * Attaches to the slot arrays that a field of an object leads to.
     *
     * @param owner the object
     * @param off the offset of the field, in its master block
     * @param visitor is told of the slots in use
     * @return the slots
     */
    public static SlotTable of(Proxy owner, int off, SlotVisitor visitor) {
        return new SlotTable(owner, off, visitor);
    }
}
