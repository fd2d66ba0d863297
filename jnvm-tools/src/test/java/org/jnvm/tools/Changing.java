package org.jnvm.tools;

import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class whose layout is given when it is loaded: see {@link Versions}. */
public final class Changing extends AbstractProxy implements Versions.Described {
    private static final ClassLayout LAYOUT = ClassLayout.parse(Versions.layoutToRegister());
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Changing.class, LAYOUT.text(), Changing::new);

    /** Makes an object of zeros. */
    public Changing() {
        Allocation.allocate(this);
    }

    private Changing(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public long[] $jnvm$blocks() {
        return null;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    private static ClassLayout.Field field(String name) {
        return LAYOUT.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private void put(String name, long value) {
        ClassLayout.Field field = field(name);
        long block = region.far($jnvm$ref(), null, field.offset());
        if (field.type().equals("J")) {
            region.at(block).putLong(region.at(block).pointer(block), field.offset(), value);
        } else {
            region.at(block).putInt(region.at(block).pointer(block), field.offset(), (int) value);
        }
    }

    @Override
    public void fill(long number, int added, Object name) {
        put("number", number);
        if (field("added") != null) {
            put("added", added);
        }
        FieldAccess.setRef(this, field("name").offset(), name);
    }

    @Override
    public String describe() {
        long block = region.far($jnvm$ref(), null, 8);
        long pointer = region.at(block).pointer(block);
        return "number=" + region.at(block).getInt(pointer, field("number").offset()) + " added="
                + region.at(block).getInt(pointer, field("added").offset()) + " name="
                + FieldAccess.getRef(this, field("name").offset());
    }
}
