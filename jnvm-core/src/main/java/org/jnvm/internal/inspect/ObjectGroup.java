package org.jnvm.internal.inspect;

/** Some objects of a heap that is looked at. */
public interface ObjectGroup {
    /** Visits objects. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Called for each.
         *
         * @param ref its reference word
         */
        void visit(long ref);
    }

    /** Tells whether an object, which must be sound, is among them. */
    boolean has(long ref);

    /** Returns the index after the last block that belongs to one of them. */
    long endOfBlocks();

    /** Visits all of them in the order of their addresses. */
    void forEach(Visitor visitor);
}
