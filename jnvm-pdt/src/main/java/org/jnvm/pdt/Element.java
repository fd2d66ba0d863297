package org.jnvm.pdt;

import org.jnvm.runtime.CellTable;
import org.jnvm.spi.Proxy;

/**
 * A member of the mirror of a set: its cell leads to the element itself. A pair without a value would cost a slot and a
 * fence for nothing, and its proxy more than this.
 */
final class Element extends Node {
    @Override
    Object storedKey(CellTable cells) {
        return cells.get(cell());
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
