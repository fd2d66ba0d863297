package org.jnvm.pfa;

import org.jnvm.spi.Access;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it: two longs, apart by more than a cache line, and a reference. */
final class Node implements Proxy {
    private static final int NEXT = 8;
    private static final int LEFT = 16;
    private static final int RIGHT = 200;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(
            Node.class,
            """
            class org.jnvm.pfa.Node
            version 1
            extends -
            bytes 208
            field org.jnvm.pfa.Node next Lorg.jnvm.pfa.Node; 8
            field org.jnvm.pfa.Node left J 16
            field org.jnvm.pfa.Node right J 200""",
            Node::new);

    private Region region;
    private long ref;

    Node(long left, long right) {
        Access.allocate(this);
        setLeft(left);
        setRight(right);
    }

    private Node(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    long left() {
        return region.getLong(ref, LEFT);
    }

    long right() {
        return region.getLong(ref, RIGHT);
    }

    Node next() {
        return (Node) Access.getRef(this, NEXT);
    }

    void setLeft(long value) {
        region.putLong(ref, LEFT, value);
    }

    void setRight(long value) {
        region.putLong(ref, RIGHT, value);
    }

    void setNext(Node value) {
        Access.setRef(this, NEXT, value);
    }

    /** Moves an amount from right to left, so that their sum stays. */
    void move(long amount) {
        setLeft(left() + amount);
        setRight(right() - amount);
    }

    @Override
    public Region $jnvm$region() {
        return region;
    }

    @Override
    public long $jnvm$ref() {
        return ref;
    }

    @Override
    public void $jnvm$bind(Region newRegion, long newRef, long[] blocks) {
        region = newRegion;
        ref = newRef;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public boolean equals(Object other) {
        return Access.equal(this, other);
    }

    @Override
    public int hashCode() {
        return Access.hash(this);
    }

    @Override
    public String toString() {
        return Access.describe(this);
    }
}
