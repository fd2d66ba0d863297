package org.jnvm.spi;

/** Is told of the reference slots of a collection when it is opened. */
public interface SlotVisitor {
    /**
     * Called for each slot in use.
     *
     * @param slot the heap offset of the slot
     * @param ref the reference in it
     */
    void visit(long slot, long ref);

    /**
     * Called for each slot array, after its slots.
     *
     * @param block the heap offset of the block
     */
    default void visitBlock(long block) {}
}
