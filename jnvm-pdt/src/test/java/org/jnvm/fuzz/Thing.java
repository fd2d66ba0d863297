package org.jnvm.fuzz;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent object of one block: a number and two references. */
final class Thing extends FuzzObject {
    private static final int LEFT = 8;
    private static final int RIGHT = 16;
    private static final int VALUE = 24;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Thing.class, """
            class org.jnvm.fuzz.Thing
            version 1
            extends -
            bytes 32
            field org.jnvm.fuzz.Thing left Lorg.jnvm.PObject; 8
            field org.jnvm.fuzz.Thing right Lorg.jnvm.PObject; 16
            field org.jnvm.fuzz.Thing value J 24""", Thing::new);

    Thing(long value) {
        Allocation.allocate(this);
        setValue(value);
    }

    private Thing(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long value() {
        return getLong(VALUE);
    }

    void setValue(long value) {
        putLong(VALUE, value);
    }

    Object left() {
        return FieldAccess.getRef(this, LEFT);
    }

    void setLeft(Object target) {
        FieldAccess.setRef(this, LEFT, target);
    }

    Object right() {
        return FieldAccess.getRef(this, RIGHT);
    }

    void setRight(Object target) {
        FieldAccess.setRef(this, RIGHT, target);
    }

    void replaceRight(Object target) {
        FieldAccess.replaceRef(this, RIGHT, target);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
