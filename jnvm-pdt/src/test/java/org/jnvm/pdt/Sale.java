package org.jnvm.pdt;

import java.time.LocalDate;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/**
 * A persistent class as the transformer would make it, with fields to make indexes of: a number, which is its order too, a day, a
 * customer.
 */
final class Sale extends AbstractProxy implements Comparable<Sale> {
    private static final int NUMBER = 8;
    private static final int DAY = 16;
    private static final int CUSTOMER = 24;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Sale.class, """
            class org.jnvm.pdt.Sale
            version 1
            extends -
            bytes 32
            field org.jnvm.pdt.Sale number J 8
            field org.jnvm.pdt.Sale day J 16
            field org.jnvm.pdt.Sale customer Lorg.jnvm.pdt.PString; 24""", Sale::new);

    Sale(long number, long day, String customer) {
        Allocation.allocate(this);
        region.putLong(pointer, NUMBER, number);
        region.putLong(pointer, DAY, day);
        FieldAccess.setRef(this, CUSTOMER, customer == null ? null : new PString(customer));
    }

    private Sale(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long number() {
        return region.getLong(pointer, NUMBER);
    }

    void setNumber(long number) {
        region.putLong(pointer, NUMBER, number);
    }

    long day() {
        return region.getLong(pointer, DAY);
    }

    LocalDate date() {
        return LocalDate.ofEpochDay(day());
    }

    void setDay(long day) {
        region.putLong(pointer, DAY, day);
    }

    PString customer() {
        return (PString) FieldAccess.getRef(this, CUSTOMER);
    }

    void setCustomer(String customer) {
        FieldAccess.setRef(this, CUSTOMER, customer == null ? null : new PString(customer));
    }

    @Override
    public int compareTo(Sale other) {
        return Long.compare(number(), other.number());
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public String toString() {
        return number() + "@" + day() + ":" + customer();
    }
}
