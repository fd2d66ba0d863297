package org.jnvm.pfa;

import java.util.Map;
import org.jnvm.pfa.Version.Place;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class whose layout is given when it is loaded: see {@link Version}. */
public final class Evolving extends AbstractProxy implements Evolvable {
    private static final Map<String, Place> PLACES = Version.placesToRegister();
    private static final ClassDescriptor CLASS = ClassDescriptor.register(
            Evolving.class, Version.layoutToRegister(), Evolving::new, Version.evolutionToRegister());

    private long[] blocks;
    private int resurrections;
    private int recoveries;

    /** Makes an object of zeros. */
    public Evolving() {
        Allocation.allocate(this);
    }

    private Evolving(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
        this.blocks = blocks;
    }

    @Override
    public void $jnvm$bind(Region newRegion, long newRef, long[] newBlocks) {
        super.$jnvm$bind(newRegion, newRef, newBlocks);
        blocks = newBlocks;
    }

    @Override
    public long[] $jnvm$blocks() {
        return blocks;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    private static Place field(String name) {
        return PLACES.get(name);
    }

    @Override
    public long get(String name) {
        Place field = field(name);
        long block = region.far($jnvm$ref(), field.offset() < 256 ? null : blocks, field.offset());
        Region at = region.at(block);
        long where = at.pointer(block);
        int off = Region.within(field.offset());
        return switch (field.type()) {
            case 'Z', 'B' -> at.getByte(where, off);
            case 'S', 'C' -> at.getShort(where, off);
            case 'I' -> at.getInt(where, off);
            default -> at.getLong(where, off);
        };
    }

    @Override
    public void put(String name, long value) {
        Place field = field(name);
        long block = region.far($jnvm$ref(), field.offset() < 256 ? null : blocks, field.offset());
        Region at = region.at(block);
        long where = at.pointer(block);
        int off = Region.within(field.offset());
        switch (field.type()) {
            case 'Z', 'B' -> at.putByte(where, off, (byte) value);
            case 'S', 'C' -> at.putShort(where, off, (short) value);
            case 'I' -> at.putInt(where, off, (int) value);
            default -> at.putLong(where, off, value);
        }
    }

    @Override
    public void pwb(String name) {
        Durability.pwb(this, field(name).offset());
    }

    @Override
    public Object ref(String name) {
        return FieldAccess.getRef(this, field(name).offset());
    }

    @Override
    public void setRef(String name, Object value) {
        FieldAccess.setRef(this, field(name).offset(), value);
    }

    @Override
    public String text(String name) {
        return FieldAccess.getString(this, field(name).offset());
    }

    @Override
    public void setText(String name, String value) {
        FieldAccess.setString(this, field(name).offset(), value);
    }

    @Override
    public void setBox(String name, long value) {
        FieldAccess.setLong(this, field(name).offset(), value);
    }

    @Override
    public void resurrect() {
        resurrections++;
    }

    @Override
    public void recover() {
        recoveries++;
    }

    @Override
    public int resurrections() {
        return resurrections;
    }

    @Override
    public int recoveries() {
        return recoveries;
    }
}
