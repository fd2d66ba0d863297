package org.jnvm.pdt.internal.index;

import org.jnvm.runtime.SlotTable;
import org.jnvm.spi.Proxy;

/**
 * A member of the index of a set: its slot leads to the element itself. An entry without a value would cost memory and a
 * fence for nothing, and its proxy more than this.
 */
final class SetElement extends IndexNode {
    @Override
    Object storedKey(SlotTable slots) {
        return slots.get(slot());
    }

    @Override
    Object stored() {
        return key();
    }

    @Override
    long id() {
        return ((Proxy) key()).$jnvm$ref();
    }
}
