package org.jnvm.pdt;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it: two values that its fields own, a reference and a number. */
final class Keeper extends AbstractProxy {
    private static final int TEXT = 8;
    private static final int NUMBER = 16;
    private static final int OBJECT = 24;
    private static final int PLAIN = 32;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Keeper.class, """
            class org.jnvm.pdt.Keeper
            version 1
            extends -
            bytes 40
            field org.jnvm.pdt.Keeper text Ljava.lang.String; 8
            field org.jnvm.pdt.Keeper number Ljava.lang.Long; 16
            field org.jnvm.pdt.Keeper object Lorg.jnvm.PObject; 24
            field org.jnvm.pdt.Keeper plain J 32""", Keeper::new);

    Keeper(String text, Long number, Object object) {
        Allocation.allocate(this);
        setText(text);
        setNumber(number);
        setObject(object);
    }

    private Keeper(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    String text() {
        return FieldAccess.getString(this, TEXT);
    }

    void setText(String text) {
        FieldAccess.setString(this, TEXT, text);
    }

    void pwbText() {
        Durability.pwbValue(this, TEXT);
    }

    Long number() {
        return FieldAccess.getLong(this, NUMBER);
    }

    void setNumber(Long number) {
        FieldAccess.setLong(this, NUMBER, number);
    }

    Object object() {
        return FieldAccess.getRef(this, OBJECT);
    }

    void setObject(Object object) {
        FieldAccess.setRef(this, OBJECT, object);
        Durability.pwb(this, OBJECT);
    }

    long plain() {
        return region.getLong(pointer, PLAIN);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
