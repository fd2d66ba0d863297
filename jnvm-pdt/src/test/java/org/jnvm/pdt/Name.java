package org.jnvm.pdt;

import java.util.function.Consumer;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/**
 * A persistent class as the transformer would make it: of a canonical class, and its name is an object of its own, so
 * that nothing of it can be read once that was freed. Hash codes go by the length, so that hash maps compare, too.
 */
final class Name extends AbstractProxy implements Comparable<Name> {
    private static final int TEXT = 8;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Name.class, """
            class org.jnvm.pdt.Name
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.Name text Ljava.lang.String; 8
            canonical""", Name::new);

    /** Told of each name that is about to be compared with. */
    static volatile Consumer<Name> onCompare = name -> {};

    Name(String text) {
        Allocation.allocate(this);
        FieldAccess.setString(this, TEXT, text);
    }

    private Name(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    String text() {
        return FieldAccess.getString(this, TEXT);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Name that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return text().length();
    }

    @Override
    public int compareTo(Name other) {
        String mine = text();
        onCompare.accept(other);
        onCompare.accept(this);
        return mine.compareTo(other.text());
    }

    @Override
    public String toString() {
        return text();
    }
}
