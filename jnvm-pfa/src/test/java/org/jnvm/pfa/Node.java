package org.jnvm.pfa;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it: a reference and four longs, one in each cache line. */
final class Node extends AbstractProxy {
    private static final int NEXT = 8;
    private static final int LEFT = 16;
    private static final int UPPER = 72;
    private static final int LOWER = 136;
    private static final int RIGHT = 200;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Node.class, """
            class org.jnvm.pfa.Node
            version 1
            extends -
            bytes 208
            field org.jnvm.pfa.Node next Lorg.jnvm.pfa.Node; 8
            field org.jnvm.pfa.Node left J 16
            field org.jnvm.pfa.Node upper J 72
            field org.jnvm.pfa.Node lower J 136
            field org.jnvm.pfa.Node right J 200""", Node::new);

    Node(long left, long right) {
        Allocation.allocate(this);
        setLeft(left);
        region.putLong(pointer, UPPER, left);
        region.putLong(pointer, LOWER, right);
        setRight(right);
    }

    private Node(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long left() {
        return region.getLong(pointer, LEFT);
    }

    long right() {
        return region.getLong(pointer, RIGHT);
    }

    Node next() {
        return (Node) FieldAccess.getRef(this, NEXT);
    }

    void setLeft(long value) {
        region.putLong(pointer, LEFT, value);
    }

    void setRight(long value) {
        region.putLong(pointer, RIGHT, value);
    }

    void setNext(Node value) {
        FieldAccess.setRef(this, NEXT, value);
    }

    /** Moves an amount from right to left, so that their sum stays; changes every line of the block. */
    void move(long amount) {
        setLeft(left() + amount);
        region.putLong(pointer, UPPER, left());
        setRight(right() - amount);
        region.putLong(pointer, LOWER, right());
    }

    /** Returns all four longs. */
    String values() {
        return left() + "," + region.getLong(pointer, UPPER) + "," + region.getLong(pointer, LOWER) + "," + right();
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
