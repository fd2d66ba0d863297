package org.jnvm.fuzz;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** The class from whose class file {@link NumberedClasses} makes many, by changing the number in its name. */
public final class Numbered00000 extends AbstractProxy implements Numbered {
    private static final int VALUE = 8;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Numbered00000.class, """
            class org.jnvm.fuzz.Numbered00000
            version 1
            extends -
            bytes 16
            field org.jnvm.fuzz.Numbered00000 value J 8""", Numbered00000::new);

    /** Makes an object; called by reflection. */
    public Numbered00000() {
        Allocation.allocate(this);
    }

    private Numbered00000(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public long value() {
        return region.getLong(pointer, VALUE);
    }

    @Override
    public void setValue(long value) {
        region.putLong(pointer, VALUE, value);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
