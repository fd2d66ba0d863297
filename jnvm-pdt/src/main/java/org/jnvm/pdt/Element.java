package org.jnvm.pdt;

import org.jnvm.spi.Proxy;

/** A member of the mirror of a set: its cell leads to the element itself. */
final class Element extends Node {
    private final CellReader cells;

    /** Reads a cell. */
    interface CellReader {
        Object get(long cell);
    }

    Element(CellReader cells) {
        this.cells = cells;
    }

    @Override
    Object storedKey() {
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
