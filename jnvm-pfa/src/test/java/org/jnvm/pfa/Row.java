package org.jnvm.pfa;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class with so many longs that a failure-atomic block that writes all of them logs a whole block. */
final class Row extends AbstractProxy {
    static final int LONGS = 28;

    private static final int FIRST = 8;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Row.class, layout(), Row::new);

    Row(long value) {
        Allocation.allocate(this);
        fill(value);
    }

    private Row(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    private static String layout() {
        StringBuilder text = new StringBuilder("class org.jnvm.pfa.Row\nversion 1\nextends -\nbytes 248");
        for (int i = 0; i < LONGS; i++) {
            text.append("\nfield org.jnvm.pfa.Row f").append(i).append(" J ").append(FIRST + 8 * i);
        }
        return text.toString();
    }

    void fill(long value) {
        for (int i = 0; i < LONGS; i++) {
            region.putLong(pointer, FIRST + 8 * i, value + i);
        }
    }

    void set(int index, long value) {
        region.putLong(pointer, FIRST + 8 * index, value);
    }

    String values() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LONGS; i++) {
            text.append(region.getLong(pointer, FIRST + 8 * i)).append(' ');
        }
        return text.toString();
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
