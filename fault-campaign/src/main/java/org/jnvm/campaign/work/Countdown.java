package org.jnvm.campaign.work;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.spi.Recorder;

/** Counts stores, write-backs and fences, and stops all threads at one of them, as if the machine stood still there. */
final class Countdown implements Recorder {
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

    private void count() {
        long now = left.decrementAndGet();
        if (now == 0) {
            reached.run();
        }
        while (now <= 0) { // whoever comes later must not go on either
            LockSupport.park(this);
        }
    }

    @Override
    public boolean wantsImage() {
        return false;
    }

    @Override
    public void started(byte[] image) {}

    @Override
    public void stored(long offset, byte[] bytes) {
        count();
    }

    @Override
    public void writtenBack(long offset) {
        count();
    }

    @Override
    public void fenced() {
        count();
    }
}
