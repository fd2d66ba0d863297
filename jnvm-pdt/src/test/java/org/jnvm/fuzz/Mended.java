package org.jnvm.fuzz;

import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A class that overrides {@code recover()}, which counts its calls and mends a sum. */
final class Mended extends FuzzObject {
    /** Calls of {@code recover()} on all objects. */
    static final AtomicInteger RECOVERED = new AtomicInteger();

    private static final int NEXT = 8;
    private static final int LEFT = 16;
    private static final int RIGHT = 24;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Mended.class, """
            class org.jnvm.fuzz.Mended
            version 1
            extends -
            bytes 32
            field org.jnvm.fuzz.Mended next Lorg.jnvm.PObject; 8
            field org.jnvm.fuzz.Mended left J 16
            field org.jnvm.fuzz.Mended right J 24
            recover""", Mended::new);

    Mended(long left) {
        Allocation.allocate(this);
        putLong(LEFT, left);
        putLong(RIGHT, 100 - left);
    }

    private Mended(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public void recover() {
        RECOVERED.incrementAndGet();
        putLong(RIGHT, 100 - getLong(LEFT));
    }

    long sum() {
        return getLong(LEFT) + getLong(RIGHT);
    }

    Object next() {
        return FieldAccess.getRef(this, NEXT);
    }

    void setNext(Object target) {
        FieldAccess.setRef(this, NEXT, target);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
