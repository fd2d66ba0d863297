package org.jnvm.pfa;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it: three blocks, in each a field of every width and a reference. */
final class Wide implements Proxy {
    /** The blocks of an object. */
    static final int BLOCKS = 3;

    private static final int BYTE = 8;
    private static final int NEXT_BYTE = 9;
    private static final int SHORT = 10;
    private static final int INT = 12;
    private static final int LONG = 16;
    private static final int REF = 24;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Wide.class, """
            class org.jnvm.pfa.Wide
            version 1
            extends -
            bytes 544
            field org.jnvm.pfa.Wide b0 B 8
            field org.jnvm.pfa.Wide c0 B 9
            field org.jnvm.pfa.Wide s0 S 10
            field org.jnvm.pfa.Wide i0 I 12
            field org.jnvm.pfa.Wide l0 J 16
            field org.jnvm.pfa.Wide r0 Lorg.jnvm.PObject; 24
            field org.jnvm.pfa.Wide b1 B 264
            field org.jnvm.pfa.Wide c1 B 265
            field org.jnvm.pfa.Wide s1 S 266
            field org.jnvm.pfa.Wide i1 I 268
            field org.jnvm.pfa.Wide l1 J 272
            field org.jnvm.pfa.Wide r1 Lorg.jnvm.PObject; 280
            field org.jnvm.pfa.Wide b2 B 520
            field org.jnvm.pfa.Wide c2 B 521
            field org.jnvm.pfa.Wide s2 S 522
            field org.jnvm.pfa.Wide i2 I 524
            field org.jnvm.pfa.Wide l2 J 528
            field org.jnvm.pfa.Wide r2 Lorg.jnvm.PObject; 536""", Wide::new);

    private Region region;
    private long ref;
    private long[] blocks;

    Wide() {
        Allocation.allocate(this);
    }

    private Wide(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /** Returns the reference or offset of a field of a block, for the accessors of its region. */
    private long far(int k, int field) {
        return region.far(ref, blocks, 256 * k + field);
    }

    /** Returns how far a field is from there. */
    private static int within(int k, int field) {
        return Region.within(256 * k + field);
    }

    /** Sets all but the second byte and the reference of a block. */
    void set(int k, int value) {
        setByte(k, (byte) value);
        Region at = region.at(far(k, BYTE));
        at.putShort(at.pointer(far(k, SHORT)), within(k, SHORT), (short) value);
        at.putInt(at.pointer(far(k, INT)), within(k, INT), value);
        setLong(k, value);
    }

    void setByte(int k, byte value) {
        Region at = region.at(far(k, BYTE));
        at.putByte(at.pointer(far(k, BYTE)), within(k, BYTE), value);
    }

    void setNextByte(int k, byte value) {
        Region at = region.at(far(k, BYTE));
        at.putByte(at.pointer(far(k, NEXT_BYTE)), within(k, NEXT_BYTE), value);
    }

    void setLong(int k, long value) {
        Region at = region.at(far(k, BYTE));
        at.putLong(at.pointer(far(k, LONG)), within(k, LONG), value);
    }

    Object ref(int k) {
        return FieldAccess.getRef(this, 256 * k + REF);
    }

    void setRef(int k, Object target) {
        FieldAccess.setRef(this, 256 * k + REF, target);
    }

    /** Returns the fields of a block but for the reference. */
    String get(int k) {
        Region at = region.at(far(k, BYTE));
        return at.getByte(at.pointer(far(k, BYTE)), within(k, BYTE)) + ","
                + at.getByte(at.pointer(far(k, NEXT_BYTE)), within(k, NEXT_BYTE)) + ","
                + at.getShort(at.pointer(far(k, SHORT)), within(k, SHORT)) + ","
                + at.getInt(at.pointer(far(k, INT)), within(k, INT)) + ","
                + at.getLong(at.pointer(far(k, LONG)), within(k, LONG));
    }

    @Override
    public Region $jnvm$region() {
        return region;
    }

    @Override
    public long $jnvm$ref() {
        return ref;
    }

    @Override
    public long[] $jnvm$blocks() {
        return blocks;
    }

    @Override
    public void $jnvm$bind(Region newRegion, long newRef, long[] newBlocks) {
        region = newRegion;
        ref = newRef;
        blocks = newBlocks;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public boolean equals(Object other) {
        return Identity.equal(this, other);
    }

    @Override
    public int hashCode() {
        return Identity.hash(this);
    }
}
