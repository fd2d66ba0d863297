package org.jnvm.testing;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class of one block, too large for a slot: two references, a long, and unused bytes. */
public final class Node extends TestObject {
    private static final int NEXT = 8;
    private static final int OTHER = 16;
    private static final int VALUE = 24;
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
        Allocation.allocate(this);
        setValue(value);
    }

    private Node(Region region, long ref, long[] blocks) {
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

    /** Returns what next leads to; an Object, since a damaged heap may lead elsewhere. */
    public Object nextObject() {
        return FieldAccess.getRef(this, NEXT);
    }

    public Node next() {
        return (Node) nextObject();
    }

    public Object other() {
        return FieldAccess.getRef(this, OTHER);
    }

    public void setNext(Node value) {
        FieldAccess.setRef(this, NEXT, value);
    }

    public void setOther(Object value) {
        FieldAccess.setRef(this, OTHER, value);
    }

    public void updateNext(Node value) {
        FieldAccess.updateRef(this, NEXT, value);
    }

    public void replaceNext(Node value) {
        FieldAccess.replaceRef(this, NEXT, value);
    }
}
