package org.jnvm.pfa;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class whose objects lie in slots of 40 bytes, six in a slab, and change. */
final class Small extends AbstractProxy {
    private static final int LEFT = 8;
    private static final int RIGHT = 16;
    private static final int COUNT = 24;
    private static final int FLAG = 28;
    private static final int NEXT = 32;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Small.class, """
            class org.jnvm.pfa.Small
            version 1
            extends -
            bytes 40
            field org.jnvm.pfa.Small left J 8
            field org.jnvm.pfa.Small right J 16
            field org.jnvm.pfa.Small count I 24
            field org.jnvm.pfa.Small flag Z 28
            field org.jnvm.pfa.Small next Lorg.jnvm.pfa.Small; 32""", Small::new);

    Small(long left, long right) {
        Allocation.allocatePacked(this, left, right);
    }

    private Small(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long left() {
        return Region.getLong(region, pointer, LEFT);
    }

    long right() {
        return Region.getLong(region, pointer, RIGHT);
    }

    void setLeft(long value) {
        Region.putLong(region, pointer, LEFT, value);
    }

    void setRight(long value) {
        Region.putLong(region, pointer, RIGHT, value);
    }

    Small next() {
        return (Small) FieldAccess.getRef(this, NEXT);
    }

    void setNext(Small value) {
        FieldAccess.setRef(this, NEXT, value);
    }

    /** Moves an amount from right to left, so that their sum stays; counts, and turns the flag: parts of one word. */
    void move(long amount) {
        setLeft(left() + amount);
        setRight(right() - amount);
        Region.putInt(region, pointer, COUNT, Region.getInt(region, pointer, COUNT) + 1);
        Region.putBoolean(region, pointer, FLAG, !Region.getBoolean(region, pointer, FLAG));
    }

    /** Returns all fields but the reference. */
    String values() {
        return left() + "," + right() + "," + Region.getInt(region, pointer, COUNT) + ","
                + Region.getBoolean(region, pointer, FLAG);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
