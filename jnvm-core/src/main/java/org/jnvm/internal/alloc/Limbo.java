package org.jnvm.internal.alloc;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.internal.epoch.EpochSections;

/**
 * Magazines of retired memory whose freed headers are durable, until no epoch-protected section can reach what they hold.
 * Not thread-safe: under the lock of its owner.
 */
final class Limbo {
    /** Most magazines that a layer has. */
    static final int CAPACITY = 16;

    private final List<Magazine> magazines = new ArrayList<>(CAPACITY);
    private long blocks;

    boolean isEmpty() {
        return magazines.isEmpty();
    }

    /** Tells whether there is room, in a layer. */
    boolean hasRoom() {
        return magazines.size() < CAPACITY;
    }

    void add(Magazine magazine) {
        magazines.add(magazine);
        blocks += magazine.blocks();
    }

    /**
     * Takes out a magazine that may be used again. What is given must be true of the epoch-protected sections at one
     * time before which each magazine was retired.
     *
     * @param now that time at the latest, by {@link System#nanoTime}: read before the records of the sections
     * @param othersRead see {@link Epochs#othersRead}
     * @param oldest see {@link Epochs#oldest}
     * @return the magazine, or null if there is none whose grace time has passed and whose sections have ended
     */
    Magazine poll(long now, boolean othersRead, long oldest) {
        for (int i = 0; i < magazines.size(); i++) {
            Magazine magazine = magazines.get(i);
            long age = now - magazine.retiredNanos();
            if (age >= (othersRead ? EpochSections.GRACE_NANOS : 0) && magazine.epoch() < oldest) {
                return take(i);
            }
        }
        return null;
    }

    /** Takes out all magazines. */
    Magazine[] takeAll() {
        Magazine[] all = magazines.toArray(new Magazine[0]);
        magazines.clear();
        blocks = 0;
        return all;
    }

    private Magazine take(int i) {
        Magazine magazine = magazines.remove(i);
        blocks -= magazine.blocks();
        return magazine;
    }

    /** Returns how long the newest magazine must still wait if others read, in nanoseconds; 0 or less if it need not. */
    long graceLeft(long now) {
        long most = 0;
        for (int i = 0; i < magazines.size(); i++) {
            most = Math.max(
                    most, EpochSections.GRACE_NANOS - (now - magazines.get(i).retiredNanos()));
        }
        return most;
    }

    /** Returns how many blocks there are. */
    long blocks() {
        return blocks;
    }

    /** Returns the magazines, not to be changed. */
    List<Magazine> magazines() {
        return magazines;
    }
}
