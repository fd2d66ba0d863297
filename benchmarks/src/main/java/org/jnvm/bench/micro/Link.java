package org.jnvm.bench.micro;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent object with one reference, as the transformer would make it. */
public final class Link extends AbstractProxy {
    /** Object offset of the reference. */
    public static final int NEXT = 8;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Link.class, """
            class org.jnvm.bench.micro.Link
            version 1
            extends -
            bytes 16
            field org.jnvm.bench.micro.Link next Lorg.jnvm.bench.micro.Link; 8""", Link::new);

    /** Allocates a link to nothing in the heap that the thread has entered. */
    public Link() {
        Allocation.allocate(this);
    }

    private Link(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    /** Returns what it leads to. */
    public Link next() {
        return (Link) FieldAccess.getRef(this, NEXT);
    }

    /** Sets what it leads to. */
    public void setNext(Link next) {
        FieldAccess.setRef(this, NEXT, next);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
