package org.jnvm.fuzz;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent object of three blocks, with a number and a reference in each. */
final class Big extends FuzzObject {
    /** Parts of the object, one in each block. */
    static final int PARTS = 3;

    private static final int VALUE = 8;
    private static final int REF = 248;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Big.class, """
            class org.jnvm.fuzz.Big
            version 1
            extends -
            bytes 768
            field org.jnvm.fuzz.Big value0 J 8
            field org.jnvm.fuzz.Big ref0 Lorg.jnvm.PObject; 248
            field org.jnvm.fuzz.Big value1 J 264
            field org.jnvm.fuzz.Big ref1 Lorg.jnvm.PObject; 504
            field org.jnvm.fuzz.Big value2 J 520
            field org.jnvm.fuzz.Big ref2 Lorg.jnvm.PObject; 760""", Big::new);

    Big() {
        Allocation.allocate(this);
    }

    private Big(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long value(int part) {
        return getLong(256 * part + VALUE);
    }

    void setValue(int part, long value) {
        putLong(256 * part + VALUE, value);
    }

    Object ref(int part) {
        return FieldAccess.getRef(this, 256 * part + REF);
    }

    void setRef(int part, Object target) {
        FieldAccess.setRef(this, 256 * part + REF, target);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
