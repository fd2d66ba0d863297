package org.jnvm.testing;

import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class of one block, too large for a slot: two references, a long, and unused bytes. */
public final class Node extends AnyNode<Node> {
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Node.class, """
            class org.jnvm.testing.Node
            version 1
            extends -
            bytes 248
            field org.jnvm.testing.Node next Lorg.jnvm.testing.Node; 8
            field org.jnvm.testing.Node other Lorg.jnvm.PObject; 16
            field org.jnvm.testing.Node value J 24""", Node::new);

    /** Makes a node. */
    public Node(long value) {
        super(value);
    }

    private Node(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
