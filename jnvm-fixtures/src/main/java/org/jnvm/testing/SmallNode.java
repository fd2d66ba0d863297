package org.jnvm.testing;

import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class that fits a slot: two references and a long. */
public final class SmallNode extends AnyNode<SmallNode> {
    private static final ClassDescriptor CLASS = ClassDescriptor.register(SmallNode.class, """
            class org.jnvm.testing.SmallNode
            version 1
            extends -
            bytes 32
            field org.jnvm.testing.SmallNode next Lorg.jnvm.testing.SmallNode; 8
            field org.jnvm.testing.SmallNode other Lorg.jnvm.PObject; 16
            field org.jnvm.testing.SmallNode value J 24""", SmallNode::new);

    /** Makes a node. */
    public SmallNode(long value) {
        super(value);
    }

    private SmallNode(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
