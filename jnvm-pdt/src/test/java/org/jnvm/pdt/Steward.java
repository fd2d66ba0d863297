package org.jnvm.pdt;

import java.util.Map;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it, whose {@code recover()} uses a map. */
final class Steward extends AbstractProxy {
    /** How many entries the map had when the last one was recovered. */
    static volatile int found;

    private static final int MAP = 8;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Steward.class, """
            class org.jnvm.pdt.Steward
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.Steward map Lorg.jnvm.PObject; 8
            recover""", Steward::new);

    Steward(Map<?, ?> map) {
        Allocation.allocate(this);
        FieldAccess.setRef(this, MAP, map);
    }

    private Steward(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public void recover() {
        int count = 0;
        for (Object key : ((Map<?, ?>) FieldAccess.getRef(this, MAP)).keySet()) {
            count += key.toString().isEmpty() ? 0 : 1;
        }
        found = count;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
