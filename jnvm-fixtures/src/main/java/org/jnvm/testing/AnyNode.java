package org.jnvm.testing;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.Region;

/**
 * What the nodes of all sizes share: two references and a long, at the same object offsets.
 *
 * @param <N> the class itself, and that of the next node
 */
abstract class AnyNode<N extends AnyNode<N>> extends TestObject {
    private static final int NEXT = 8;
    private static final int OTHER = 16;
    private static final int VALUE = 24;

    AnyNode(long value) {
        Allocation.allocate(this);
        setValue(value);
    }

    AnyNode(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    public final long value() {
        return getLong(VALUE);
    }

    public final void setValue(long value) {
        putLong(VALUE, value);
    }

    /** Returns what next leads to; an Object, since a damaged heap may lead elsewhere. */
    public final Object nextObject() {
        return FieldAccess.getRef(this, NEXT);
    }

    @SuppressWarnings("unchecked") // N is the object's class
    public final N next() {
        return (N) getClass().cast(nextObject());
    }

    public final Object other() {
        return FieldAccess.getRef(this, OTHER);
    }

    public final void setNext(N value) {
        FieldAccess.setRef(this, NEXT, value);
    }

    public final void updateNext(N value) {
        FieldAccess.updateRef(this, NEXT, value);
    }

    public final void replaceNext(N value) {
        FieldAccess.replaceRef(this, NEXT, value);
    }

    public final void setOther(Object value) {
        FieldAccess.setRef(this, OTHER, value);
    }
}
