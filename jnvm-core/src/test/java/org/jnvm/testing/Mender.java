package org.jnvm.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A class that overrides {@code recover()}: it counts, and mends a sum of two fields. */
public final class Mender extends TestObject {
    /** Addresses in the order of the calls of {@code recover()}. */
    public static final List<Long> RECOVERED = Collections.synchronizedList(new ArrayList<>());

    private static final int NEXT = 8;
    private static final int LEFT = 16;
    private static final int RIGHT = 24;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Mender.class, """
            class org.jnvm.testing.Mender
            version 1
            extends -
            bytes 32
            field org.jnvm.testing.Mender next Lorg.jnvm.testing.Mender; 8
            field org.jnvm.testing.Mender left J 16
            field org.jnvm.testing.Mender right J 24
            recover""", Mender::new);

    /** Makes a sound one: its fields add up to 100. A negative {@code left} makes {@code recover()} fail. */
    public Mender(long left) {
        Allocation.allocate(this);
        setLeft(left);
        putLong(RIGHT, 100 - left);
    }

    private Mender(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public void recover() {
        RECOVERED.add(addr());
        if (left() < 0) {
            throw new IllegalStateException("told to fail");
        }
        putLong(RIGHT, 100 - left());
    }

    public long left() {
        return getLong(LEFT);
    }

    public long right() {
        return getLong(RIGHT);
    }

    public void setLeft(long value) {
        putLong(LEFT, value);
    }

    public Mender next() {
        return (Mender) FieldAccess.getRef(this, NEXT);
    }

    public void setNext(Mender next) {
        FieldAccess.setRef(this, NEXT, next);
    }
}
