package org.jnvm.internal.alloc;

import java.util.ArrayDeque;
import org.jnvm.internal.epoch.EpochSections;

/**
 * Magazines of retired memory whose freed headers are durable, in the order of their epochs, until no epoch-protected
 * section can reach what they hold. Not thread-safe: under the lock of the {@link Depot}.
 */
final class Limbo {
    private final Epochs epochs;
    private final ArrayDeque<Magazine> magazines = new ArrayDeque<>();
    private long blocks;
    private long retirements;

    /** What {@link #look} found. */
    private long now;

    private boolean othersRead;
    private long oldest;

    Limbo(Epochs epochs) {
        this.epochs = epochs;
    }

    void add(Magazine magazine) {
        magazines.addLast(magazine);
        blocks += magazine.blocks();
        retirements++;
    }

    /** Looks at the sections; returns false if {@link #poll} would give nothing. */
    boolean look() {
        if (magazines.isEmpty()) {
            return false;
        }
        now = System.nanoTime(); // before the look at the records: see EpochSections
        othersRead = graceLeft(magazines.peekLast(), now) > 0 && epochs.othersRead();
        if (othersRead && graceLeft(magazines.peekFirst(), now) > 0) {
            return false;
        }
        oldest = epochs.oldest();
        return true;
    }

    /** Returns the next magazine whose grace time has passed and whose sections have ended, as {@link #look} found; or null. */
    Magazine poll() {
        Magazine magazine = magazines.peekFirst();
        if (magazine == null || othersRead && graceLeft(magazine, now) > 0 || magazine.epoch() >= oldest) {
            return null;
        }
        magazines.removeFirst();
        blocks -= magazine.blocks();
        return magazine;
    }

    private static long graceLeft(Magazine magazine, long now) {
        return EpochSections.GRACE_NANOS - (now - magazine.retiredNanos());
    }

    /** Returns how long the newest magazine must still wait, in nanoseconds; 0 or less if it need not. */
    long graceLeft() {
        return magazines.isEmpty() || !epochs.othersRead() ? 0 : graceLeft(magazines.peekLast(), System.nanoTime());
    }

    /** Returns how many blocks there are. */
    long blocks() {
        return blocks;
    }

    /** Returns how many magazines were added. */
    long retirements() {
        return retirements;
    }

    /** Returns the magazines, not to be changed. */
    Iterable<Magazine> magazines() {
        return magazines;
    }
}
