package org.jnvm.internal.alloc;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jnvm.internal.util.AsymmetricFence;

/**
 * Magazines of retired memory whose freed headers are durable, in the order of their epochs, until no epoch-protected
 * section can reach what they hold. One for each layer. Safe for use by several threads; takes no lock of the allocator
 * under its own.
 */
final class Limbo {
    private final Epochs epochs;
    private final ArrayDeque<Magazine> magazines = new ArrayDeque<>();
    /** How many magazines there are: for who looks at the limbos of all layers, most of which are empty. */
    private volatile int size;

    private long blocks;
    private long retirements;

    Limbo(Epochs epochs) {
        this.epochs = epochs;
    }

    synchronized void add(Magazine magazine) {
        magazines.addLast(magazine);
        size = magazines.size();
        blocks += magazine.blocks();
        retirements++;
    }

    /** Takes out the next magazine if its grace time has passed and its sections have ended; else returns null. */
    Magazine poll() {
        return size == 0 ? null : pollFirst();
    }

    private synchronized Magazine pollFirst() {
        Magazine magazine = magazines.peekFirst();
        if (magazine == null) {
            return null;
        }
        long now = System.nanoTime(); // before the look at the records: see EpochSections
        if (graceLeft(magazine, now) > 0 && epochs.othersRead() || magazine.epoch() >= epochs.oldest()) {
            return null;
        }
        magazines.removeFirst();
        size = magazines.size();
        blocks -= magazine.blocks();
        return magazine;
    }

    private static long graceLeft(Magazine magazine, long now) {
        return AsymmetricFence.GRACE_NANOS - (now - magazine.retiredNanos());
    }

    /** Returns how long the newest magazine must still wait, in nanoseconds; 0 or less if it need not. */
    synchronized long graceLeft() {
        return magazines.isEmpty() || !epochs.othersRead() ? 0 : graceLeft(magazines.peekLast(), System.nanoTime());
    }

    /** Returns how many blocks there are. */
    synchronized long blocks() {
        return blocks;
    }

    /** Returns how many magazines were added. */
    synchronized long retirements() {
        return retirements;
    }

    /** Visits the magazines, not to be changed. */
    synchronized void forEach(Consumer<Magazine> visitor) {
        magazines.forEach(visitor);
    }
}
