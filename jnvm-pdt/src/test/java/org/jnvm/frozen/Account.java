package org.jnvm.frozen;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class of the frozen heaps, as the transformer would make it; its layout is in those files. */
final class Account extends AbstractProxy {
    private static final int NEXT = 8;
    private static final int NAME = 16;
    private static final int BALANCE = 24;
    private static final int CHANGES = 32;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Account.class, """
            class org.jnvm.frozen.Account
            version 1
            extends -
            bytes 40
            field org.jnvm.frozen.Account next Lorg.jnvm.frozen.Account; 8
            field org.jnvm.frozen.Account name Ljava.lang.String; 16
            field org.jnvm.frozen.Account balance J 24
            field org.jnvm.frozen.Account changes J 32""", Account::new);

    Account(String name, long balance) {
        Allocation.allocate(this);
        FieldAccess.setString(this, NAME, name);
        region.putLong(pointer, BALANCE, balance);
    }

    private Account(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    Account next() {
        return (Account) FieldAccess.getRef(this, NEXT);
    }

    void setNext(Account value) {
        FieldAccess.setRef(this, NEXT, value);
    }

    String name() {
        return FieldAccess.getString(this, NAME);
    }

    void setName(String value) {
        FieldAccess.setString(this, NAME, value);
    }

    void change(long by) {
        region.putLong(pointer, BALANCE, region.getLong(pointer, BALANCE) + by);
        region.putLong(pointer, CHANGES, region.getLong(pointer, CHANGES) + 1);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public String toString() {
        return name() + "=" + region.getLong(pointer, BALANCE) + " after " + region.getLong(pointer, CHANGES)
                + (next() == null ? "" : ", " + next());
    }
}
