package org.jnvm.crashtest;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it: a text of one word, and its length in another cache line. */
final class Page extends AbstractProxy {
    static final int NEXT = 8;
    static final int TEXT = 16;
    static final int LENGTH = 136;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Page.class, """
            class org.jnvm.crashtest.Page
            version 1
            extends -
            bytes 248
            field org.jnvm.crashtest.Page next Lorg.jnvm.crashtest.Page; 8
            field org.jnvm.crashtest.Page text J 16
            field org.jnvm.crashtest.Page length J 136""", Page::new);

    Page() {
        Allocation.allocate(this);
    }

    private Page(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long text() {
        return region.getLong(pointer, TEXT);
    }

    long length() {
        return region.getLong(pointer, LENGTH);
    }

    Page next() {
        return (Page) FieldAccess.getRef(this, NEXT);
    }

    void setText(long value) {
        region.putLong(pointer, TEXT, value);
    }

    void setLength(long value) {
        region.putLong(pointer, LENGTH, value);
    }

    void setNext(Page value) {
        FieldAccess.setRef(this, NEXT, value);
    }

    void pwb(int field) {
        Durability.pwb(this, field);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
