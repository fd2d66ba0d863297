package org.jnvm.testing;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class of three blocks, with fields of every type and at both ends of blocks. */
public final class Wide extends TestObject {
    /** Offsets of the long fields. */
    public static final int[] LONGS = {32, 248, 264, 760};

    private static final int Z = 8;
    private static final int B = 9;
    private static final int S = 10;
    private static final int C = 12;
    private static final int I = 16;
    private static final int F = 20;
    private static final int D = 24;
    private static final int REF = 40;
    private static final int LAST_BYTE = 511;
    private static final int FAR_REF = 520;
    private static final int FAR_INT = 528;
    private static final int FAR_SHORT = 532;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Wide.class, """
            class org.jnvm.testing.Wide
            version 1
            extends -
            bytes 768
            field org.jnvm.testing.Wide z Z 8
            field org.jnvm.testing.Wide b B 9
            field org.jnvm.testing.Wide s S 10
            field org.jnvm.testing.Wide c C 12
            field org.jnvm.testing.Wide i I 16
            field org.jnvm.testing.Wide f F 20
            field org.jnvm.testing.Wide d D 24
            field org.jnvm.testing.Wide j0 J 32
            field org.jnvm.testing.Wide ref Lorg.jnvm.PObject; 40
            field org.jnvm.testing.Wide j1 J 248
            field org.jnvm.testing.Wide j2 J 264
            field org.jnvm.testing.Wide lastByte B 511
            field org.jnvm.testing.Wide farRef Lorg.jnvm.PObject; 520
            field org.jnvm.testing.Wide farInt I 528
            field org.jnvm.testing.Wide farShort S 532
            field org.jnvm.testing.Wide j3 J 760""", Wide::new);

    /** Makes an object of zeros. */
    public Wide() {
        Allocation.allocate(this);
    }

    private Wide(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    /** Tells whether the blocks lie one behind the other. */
    public boolean isContiguous() {
        return $jnvm$blocks() == null;
    }

    public boolean z() {
        return at(Z).getBoolean(pointer(Z), Z);
    }

    public void setZ(boolean value) {
        at(Z).putBoolean(pointer(Z), Z, value);
    }

    public byte b() {
        return at(B).getByte(pointer(B), B);
    }

    public void setB(byte value) {
        at(B).putByte(pointer(B), B, value);
    }

    public short s() {
        return at(S).getShort(pointer(S), S);
    }

    public void setS(short value) {
        at(S).putShort(pointer(S), S, value);
    }

    public char c() {
        return at(C).getChar(pointer(C), C);
    }

    public void setC(char value) {
        at(C).putChar(pointer(C), C, value);
    }

    public int i() {
        return at(I).getInt(pointer(I), I);
    }

    public void setI(int value) {
        at(I).putInt(pointer(I), I, value);
    }

    public float f() {
        return at(F).getFloat(pointer(F), F);
    }

    public void setF(float value) {
        at(F).putFloat(pointer(F), F, value);
    }

    public double d() {
        return at(D).getDouble(pointer(D), D);
    }

    public void setD(double value) {
        at(D).putDouble(pointer(D), D, value);
    }

    public long j(int which) {
        return getLong(LONGS[which]);
    }

    public void setJ(int which, long value) {
        putLong(LONGS[which], value);
    }

    public byte lastByte() {
        return at(LAST_BYTE).getByte(pointer(LAST_BYTE), Region.within(LAST_BYTE));
    }

    public void setLastByte(byte value) {
        at(LAST_BYTE).putByte(pointer(LAST_BYTE), Region.within(LAST_BYTE), value);
    }

    public int farInt() {
        return at(FAR_INT).getInt(pointer(FAR_INT), Region.within(FAR_INT));
    }

    public void setFarInt(int value) {
        at(FAR_INT).putInt(pointer(FAR_INT), Region.within(FAR_INT), value);
    }

    public short farShort() {
        return at(FAR_SHORT).getShort(pointer(FAR_SHORT), Region.within(FAR_SHORT));
    }

    public void setFarShort(short value) {
        at(FAR_SHORT).putShort(pointer(FAR_SHORT), Region.within(FAR_SHORT), value);
    }

    public Object ref() {
        return FieldAccess.getRef(this, REF);
    }

    public void setRef(Object value) {
        FieldAccess.setRef(this, REF, value);
    }

    public Object farRef() {
        return FieldAccess.getRef(this, FAR_REF);
    }

    public void setFarRef(Object value) {
        FieldAccess.setRef(this, FAR_REF, value);
    }

    /** Writes back the line of a far field. */
    public void pwbFarRef() {
        Durability.pwb(this, FAR_REF);
    }
}
