package org.jnvm.spi;

/** Is told of the cells of a collection when it is opened. */
public interface CellVisitor {
    /**
     * Called for each cell in use.
     *
     * @param cell the heap offset of the cell
     * @param ref the reference in it
     */
    void visit(long cell, long ref);

    /**
     * Called for each cell block, after its cells.
     *
     * @param block the heap offset of the block
     */
    default void visitBlock(long block) {}
}
