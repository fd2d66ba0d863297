package org.jnvm.campaign.soak;

import org.jnvm.Persistent;

/** A transfer that was made, and the one before it. */
@Persistent
final class Booking {
    private final Holding from;
    private final Holding to;
    private Booking before;

    Booking(Holding from, Holding to, Booking before) {
        this.from = from;
        this.to = to;
        this.before = before;
    }

    Holding from() {
        return from;
    }

    Holding to() {
        return to;
    }

    Booking before() {
        return before;
    }

    void forgetBefore() {
        before = null;
    }
}
