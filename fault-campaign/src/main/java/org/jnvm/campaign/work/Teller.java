package org.jnvm.campaign.work;

import org.jnvm.FailureAtomic;
import org.jnvm.Persistent;

/** Who carries transfers out, and knows which was the last. */
@Persistent
final class Teller {
    private long last;

    Teller() {}

    long last() {
        return last;
    }

    void last(long number) {
        last = number;
    }

    /** Carries a transfer out; the caller has locked both accounts. */
    @FailureAtomic
    void transfer(long number, Account from, Account to, long amount) {
        from.add(-amount);
        last = number;
        to.add(amount);
    }
}
