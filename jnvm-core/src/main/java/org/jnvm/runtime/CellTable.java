package org.jnvm.runtime;

import org.jnvm.internal.heap.Cells;
import org.jnvm.spi.CellVisitor;
import org.jnvm.spi.Proxy;

/** The cells of a collection: references of which each is changed by one atomic durable store; see {@link Cells}. */
@SuppressWarnings("exports") // what it extends is used through it only
public final class CellTable extends Cells {
    private CellTable(Proxy owner, int off, CellVisitor visitor) {
        super(owner, off, visitor);
    }

    /**
     * Attaches to the cell blocks that a field of an object leads to.
     *
     * @param owner the object
     * @param off the offset of the field, in its master block
     * @param visitor is told of the cells in use
     * @return the cells
     */
    public static CellTable of(Proxy owner, int off, CellVisitor visitor) {
        return new CellTable(owner, off, visitor);
    }
}
