package org.jnvm.testing;

import java.util.function.Consumer;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A canonical class whose proxies resurrect what they lead to, and whose resurrection a test can delay or break. */
public final class Knot extends TestObject {
    /** Called by each {@code resurrect()}, between the look-up of the first and the second neighbour. */
    public static volatile Consumer<Knot> hook = knot -> {};

    private static final int LEFT = 8;
    private static final int RIGHT = 16;
    private static final int ID = 24;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Knot.class, """
            class org.jnvm.testing.Knot
            version 1
            extends -
            bytes 248
            field org.jnvm.testing.Knot left Lorg.jnvm.testing.Knot; 8
            field org.jnvm.testing.Knot right Lorg.jnvm.testing.Knot; 16
            field org.jnvm.testing.Knot id J 24
            canonical""", Knot::new);

    private Knot left;
    private Knot right;
    private int resurrections;
    private boolean whole;

    /** Makes a knot without neighbours. */
    public Knot(long id) {
        Allocation.allocate(this);
        putLong(ID, id);
        whole = true;
    }

    private Knot(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public void resurrect() {
        resurrections++;
        left = (Knot) FieldAccess.getRef(this, LEFT);
        hook.accept(this);
        right = (Knot) FieldAccess.getRef(this, RIGHT);
        whole = true;
    }

    public long id() {
        return getLong(ID);
    }

    /** Sets the neighbours. */
    public void tie(Knot newLeft, Knot newRight) {
        FieldAccess.setRef(this, LEFT, newLeft);
        FieldAccess.setRef(this, RIGHT, newRight);
        left = newLeft;
        right = newRight;
    }

    /** The neighbour as found by {@code resurrect()}. */
    public Knot left() {
        return left;
    }

    /** The neighbour as found by {@code resurrect()}. */
    public Knot right() {
        return right;
    }

    public int resurrections() {
        return resurrections;
    }

    /** Tells whether the constructor or {@code resurrect()} came to its end. */
    public boolean isWhole() {
        return whole;
    }
}
