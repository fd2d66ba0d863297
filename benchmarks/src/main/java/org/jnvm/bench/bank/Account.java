package org.jnvm.bench.bank;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** An account as a persistent object of {@value Filler#ACCOUNT_BYTES} bytes, as the transformer would make it. */
final class Account extends AbstractProxy {
    private static final int NUMBER = 8;
    private static final int BALANCE = 16;
    private static final int FILLER = 24;
    private static final int BRANCH = FILLER + Filler.WORDS * Long.BYTES;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Account.class, """
            class org.jnvm.bench.bank.Account
            version 1
            extends -
            bytes 148
            field org.jnvm.bench.bank.Account number J 8
            field org.jnvm.bench.bank.Account balance J 16
            field org.jnvm.bench.bank.Account branch I 144""", Account::new);

    /** Makes an account in the heap that the thread has entered. */
    Account(long number, long balance) {
        Allocation.allocate(this);
        Region.putLong(region, pointer, NUMBER, number);
        Region.putLong(region, pointer, BALANCE, balance);
        for (int i = 0; i < Filler.WORDS; i++) {
            Region.putLong(region, pointer, FILLER + i * Long.BYTES, Filler.word(number, i));
        }
        Region.putInt(region, pointer, BRANCH, (int) Filler.word(number, Filler.WORDS));
    }

    private Account(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    long balance() {
        return Region.getLong(region, pointer, BALANCE);
    }

    void setBalance(long balance) {
        Region.putLong(region, pointer, BALANCE, balance);
    }

    /** Writes the balance back; durable after the next fence. */
    void pwbBalance() {
        Durability.pwb(this, BALANCE);
    }

    /** Checks all but the balance. */
    void check(long number) {
        Filler.require(Region.getLong(region, pointer, NUMBER), number, number, -1);
        for (int i = 0; i < Filler.WORDS; i++) {
            Filler.require(Region.getLong(region, pointer, FILLER + i * Long.BYTES), Filler.word(number, i), number, i);
        }
        Filler.require(
                Region.getInt(region, pointer, BRANCH), (int) Filler.word(number, Filler.WORDS), number, Filler.WORDS);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
