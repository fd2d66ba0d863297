package org.jnvm.pdt;

import java.util.Comparator;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent comparator as the transformer would make it: strings by one of their characters, then in their order, up or down. */
final class ByKey extends AbstractProxy implements Comparator<PString> {
    private static final int INDEX = 8;
    private static final int SIGN = 16;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(ByKey.class, """
            class org.jnvm.pdt.ByKey
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.ByKey index J 8
            field org.jnvm.pdt.ByKey sign J 16""", ByKey::new);

    ByKey(int index, boolean up) {
        Allocation.allocate(this);
        region.putLong(pointer, INDEX, index);
        region.putLong(pointer, SIGN, up ? 1 : -1);
    }

    private ByKey(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    private int unit(PString text) {
        int index = (int) region.getLong(pointer, INDEX);
        return index < text.length() ? text.charAt(index) : -1;
    }

    @Override
    public int compare(PString left, PString right) {
        int order = Integer.compare(unit(left), unit(right));
        return (int) region.getLong(pointer, SIGN) * (order == 0 ? left.compareTo(right) : order);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
