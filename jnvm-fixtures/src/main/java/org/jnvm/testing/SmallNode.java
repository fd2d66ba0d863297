package org.jnvm.testing;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class that fits a slot: two references and a long. */
public final class SmallNode extends TestObject {
    private static final int NEXT = 8;
    private static final int OTHER = 16;
    private static final int VALUE = 24;
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
        Allocation.allocate(this);
        setValue(value);
    }

    private SmallNode(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    public long value() {
        return getLong(VALUE);
    }

    public void setValue(long value) {
        putLong(VALUE, value);
    }

    public SmallNode next() {
        return (SmallNode) FieldAccess.getRef(this, NEXT);
    }

    public void setNext(SmallNode value) {
        FieldAccess.setRef(this, NEXT, value);
    }

    public Object other() {
        return FieldAccess.getRef(this, OTHER);
    }

    public void setOther(Object value) {
        FieldAccess.setRef(this, OTHER, value);
    }
}
