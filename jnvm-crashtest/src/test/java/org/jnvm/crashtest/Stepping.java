package org.jnvm.crashtest;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class whose recovery does a step that was asked for; not idempotent until the request is taken back. */
final class Stepping extends AbstractProxy {
    private static final int STEPS = 8;
    private static final int ASKED = 136;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Stepping.class, """
            class org.jnvm.crashtest.Stepping
            version 1
            extends -
            bytes 248
            field org.jnvm.crashtest.Stepping steps J 8
            field org.jnvm.crashtest.Stepping asked J 136
            recover""", Stepping::new);

    Stepping() {
        Allocation.allocate(this);
    }

    private Stepping(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    void ask() {
        store(ASKED, 1);
    }

    long steps() {
        return region.getLong(pointer, STEPS);
    }

    private void store(int field, long value) {
        region.putLong(pointer, field, value);
        Durability.pwb(this, field);
        Durability.pfence(this);
    }

    @Override
    public void recover() {
        if (region.getLong(pointer, ASKED) != 0) {
            store(STEPS, steps() + 1);
            store(ASKED, 0);
        }
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
