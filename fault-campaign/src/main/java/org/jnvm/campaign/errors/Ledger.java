package org.jnvm.campaign.errors;

import org.jnvm.FailureAtomic;
import org.jnvm.Persistent;
import org.jnvm.pdt.PByteArray;

/** An object with a field of each kind. */
@Persistent
class Ledger {
    long count;
    long inverse;
    String text;
    Long boxed;
    PByteArray bytes;
    Ledger next;
    /** Changed by the thread that looks for what an operation left behind. */
    long probe;

    Ledger(long count) {
        this.count = count;
        this.inverse = ~count;
    }

    @FailureAtomic
    void both(long value) {
        count = value;
        inverse = ~value;
        text = "both " + value;
    }
}
