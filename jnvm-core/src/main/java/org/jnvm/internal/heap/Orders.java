package org.jnvm.internal.heap;

import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;

/**
 * The number by which trees tell whether what they derived of their entries, in this opening or an earlier one, is right: it is
 * another one after a crash, as not all of that may have reached media. It becomes so when it is first asked for, since recovery
 * leaves a heap as it would leave it again.
 */
final class Orders {
    private final ObjectSpace space;
    private volatile boolean givenUp;

    Orders(ObjectSpace space) {
        this.space = space;
    }

    /** Notes that nothing is right that was derived before. */
    void giveUp() {
        givenUp = true;
    }

    // persist-order: [orders + 1] < pfence < what is derived with that number
    /** Returns the number; never 0. */
    synchronized long number() {
        MappedChunk chunk = space.chunk(StateLayout.ORDERS_OFFSET);
        long before = chunk.loadLong(StateLayout.ORDERS_OFFSET);
        if (!givenUp) {
            return before + 1;
        }
        chunk.storeLong(StateLayout.ORDERS_OFFSET, before + 1);
        chunk.pwb(StateLayout.ORDERS_OFFSET);
        space.pfence();
        givenUp = false;
        return before + 2;
    }
}
