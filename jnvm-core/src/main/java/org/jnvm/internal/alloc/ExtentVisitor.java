package org.jnvm.internal.alloc;

/** Is told of free memory. */
@FunctionalInterface
public interface ExtentVisitor {
    /** Called with the heap offset of the first of some blocks that lie one behind the other, and their number. */
    void visit(long offset, long count);
}
