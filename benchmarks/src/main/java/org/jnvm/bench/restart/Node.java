package org.jnvm.bench.restart;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** A small persistent object with two references, as the transformer would make it. */
final class Node extends AbstractProxy {
    private static final int LEFT = 8;
    private static final int RIGHT = 16;
    private static final int VALUE = 24;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Node.class, """
            class org.jnvm.bench.restart.Node
            version 1
            extends -
            bytes 32
            field org.jnvm.bench.restart.Node left Lorg.jnvm.bench.restart.Node; 8
            field org.jnvm.bench.restart.Node right Lorg.jnvm.bench.restart.Node; 16
            field org.jnvm.bench.restart.Node value J 24""", Node::new);

    /** Makes a valid node in the heap that the thread has entered; its children must be valid. */
    Node(long value, Proxy left, Proxy right) {
        Allocation.allocate(this);
        region.putLong(pointer, VALUE, value);
        FieldAccess.setRef(this, LEFT, left);
        FieldAccess.setRef(this, RIGHT, right);
        Durability.validate(this);
    }

    private Node(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    /** Sets the left child, which must be valid. */
    void setLeft(Node left) {
        FieldAccess.setRef(this, LEFT, left);
    }

    long value() {
        return region.getLong(pointer, VALUE);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
