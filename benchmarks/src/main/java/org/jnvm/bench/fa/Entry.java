package org.jnvm.bench.fa;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** The value of an entry of a map: a persistent record of four fields, as the transformer would make it. */
final class Entry extends AbstractProxy {
    private static final int FIRST = 8;
    private static final int SECOND = 16;
    private static final int THIRD = 24;
    private static final int FOURTH = 32;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Entry.class, """
            class org.jnvm.bench.fa.Entry
            version 1
            extends -
            bytes 40
            field org.jnvm.bench.fa.Entry first J 8
            field org.jnvm.bench.fa.Entry second J 16
            field org.jnvm.bench.fa.Entry third J 24
            field org.jnvm.bench.fa.Entry fourth J 32""", Entry::new);

    /** Makes a record in the heap that the thread has entered. */
    Entry(long value) {
        Allocation.allocate(this);
        setAll(value);
    }

    private Entry(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    /** Sets each field to a value of its own. */
    void setAll(long value) {
        Region.putLong(region, pointer, FIRST, value);
        Region.putLong(region, pointer, SECOND, value + 1);
        Region.putLong(region, pointer, THIRD, value + 2);
        Region.putLong(region, pointer, FOURTH, value + 3);
    }

    /** Reads all fields; four times the value that was set, plus six. */
    long sum() {
        return Region.getLong(region, pointer, FIRST)
                + Region.getLong(region, pointer, SECOND)
                + Region.getLong(region, pointer, THIRD)
                + Region.getLong(region, pointer, FOURTH);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
