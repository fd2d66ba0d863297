package org.jnvm.campaign.work;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Counts stores, write-backs and fences, and stops all threads at one of them, as if the machine stood still there. */
final class Countdown extends EachEvent {
    private final AtomicLong left;
    private final Runnable reached;

    /**
     * Makes a countdown.
     *
     * @param operations at the end of which of them it stops, from 1
     * @param reached called once, before everything stands still
     */
    Countdown(long operations, Runnable reached) {
        this.left = new AtomicLong(operations);
        this.reached = reached;
    }

    @Override
    void event() {
        long now = left.decrementAndGet();
        if (now == 0) {
            reached.run();
        }
        while (now <= 0) { // whoever comes later must not go on either
            LockSupport.park(this);
        }
    }
}
