package org.jnvm.campaign.soak;

import org.jnvm.Persistent;

/** Leads to the last transfer of a thread. */
@Persistent
final class Latest {
    private Booking booking;

    Latest() {}

    Booking booking() {
        return booking;
    }

    void set(Booking now) {
        booking = now;
    }
}
