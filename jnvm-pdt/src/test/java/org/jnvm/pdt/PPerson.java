package org.jnvm.pdt;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it, with references; equal by name. */
final class PPerson extends AbstractProxy {
    private static final int NAME = 8;
    private static final int FRIEND = 16;
    private static final int THINGS = 24;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(PPerson.class, """
            class org.jnvm.pdt.PPerson
            version 1
            extends -
            bytes 32
            field org.jnvm.pdt.PPerson name Lorg.jnvm.pdt.PString; 8
            field org.jnvm.pdt.PPerson friend Lorg.jnvm.pdt.PPerson; 16
            field org.jnvm.pdt.PPerson things Lorg.jnvm.PObject; 24""", PPerson::new);

    PPerson(String name) {
        Allocation.allocate(this);
        FieldAccess.setRef(this, NAME, new PString(name));
    }

    private PPerson(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    PString name() {
        return (PString) FieldAccess.getRef(this, NAME);
    }

    PPerson friend() {
        return (PPerson) FieldAccess.getRef(this, FRIEND);
    }

    void setFriend(PPerson friend) {
        FieldAccess.setRef(this, FRIEND, friend);
    }

    Object things() {
        return FieldAccess.getRef(this, THINGS);
    }

    void setThings(Object things) {
        FieldAccess.setRef(this, THINGS, things);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PPerson that && name().equals(that.name());
    }

    @Override
    public int hashCode() {
        return name().hashCode();
    }
}
