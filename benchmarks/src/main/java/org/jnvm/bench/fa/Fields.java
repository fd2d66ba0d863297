package org.jnvm.bench.fa;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent object with fields that fill a block, as the transformer would make it. */
final class Fields extends AbstractProxy {
    private static final int FIRST = 8;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Fields.class, layout(), Fields::new);

    /** Allocates an object in the heap that the thread has entered; all fields are zero. */
    Fields() {
        Allocation.allocate(this);
    }

    private Fields(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    private static String layout() {
        String name = Fields.class.getName();
        StringBuilder layout = new StringBuilder();
        layout.append("class ").append(name).append("\nversion 1\nextends -\nbytes 256");
        for (int i = 0; i < FaContender.FIELDS; i++) {
            layout.append("\nfield ")
                    .append(name)
                    .append(" f")
                    .append(i)
                    .append(" J ")
                    .append(FIRST + 8 * i);
        }
        return layout.toString();
    }

    long get(int field) {
        return Region.getLong(region, pointer, FIRST + 8 * field);
    }

    void set(int field, long value) {
        Region.putLong(region, pointer, FIRST + 8 * field, value);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
