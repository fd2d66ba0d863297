package org.jnvm.examples.bank;

import org.jnvm.FailureAtomic;
import org.jnvm.Persistent;

/** Who carries transfers out, one after the other, and knows which was the last. */
@Persistent
final class Teller {
    private long lastTransfer;

    Teller() {}

    long lastTransfer() {
        return lastTransfer;
    }

    /**
     * Carries a transfer out. Durable when it returns; after a crash, both balances and the number have changed or none.
     *
     * @param transfer the transfer
     * @param from the account that pays; the caller has locked it
     * @param to the account that is paid; the caller has locked it
     */
    @FailureAtomic
    void carryOut(Transfer transfer, Account from, Account to) {
        from.add(-transfer.amount());
        to.add(transfer.amount());
        lastTransfer = transfer.number();
    }
}
