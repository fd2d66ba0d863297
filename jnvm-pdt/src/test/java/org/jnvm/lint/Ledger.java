package org.jnvm.lint;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it: two references, a text, and longs in each cache line. */
final class Ledger extends AbstractProxy {
    static final int LONGS = 28;
    private static final int NEXT = 8;
    private static final int NAME = 16;
    private static final int FIRST = 24;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Ledger.class, layout(), Ledger::new);

    Ledger(long value) {
        Allocation.allocate(this);
        set(0, value);
        set(LONGS - 1, value);
    }

    private Ledger(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    private static String layout() {
        StringBuilder text = new StringBuilder("class org.jnvm.lint.Ledger\nversion 1\nextends -\nbytes ")
                .append(FIRST + 8 * LONGS)
                .append("\nfield org.jnvm.lint.Ledger next Lorg.jnvm.lint.Ledger; ")
                .append(NEXT)
                .append("\nfield org.jnvm.lint.Ledger name Ljava.lang.String; ")
                .append(NAME);
        for (int i = 0; i < LONGS; i++) {
            text.append("\nfield org.jnvm.lint.Ledger f")
                    .append(i)
                    .append(" J ")
                    .append(FIRST + 8 * i);
        }
        return text.toString();
    }

    long get(int index) {
        return region.getLong(pointer, FIRST + 8 * index);
    }

    void set(int index, long value) {
        region.putLong(pointer, FIRST + 8 * index, value);
    }

    /** The whole of {@code x++}. */
    void increment() {
        set(0, get(0) + 1);
    }

    void setAll(long value) {
        for (int i = 0; i < LONGS; i++) {
            set(i, value);
        }
    }

    void pwb(int index) {
        Durability.pwb(this, FIRST + 8 * index);
    }

    Ledger next() {
        return (Ledger) FieldAccess.getRef(this, NEXT);
    }

    void setNext(Ledger value) {
        FieldAccess.setRef(this, NEXT, value);
    }

    void pwbNext() {
        Durability.pwb(this, NEXT);
    }

    void setName(String value) {
        FieldAccess.setString(this, NAME, value);
    }

    void pwbName() {
        Durability.pwbValue(this, NAME);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
