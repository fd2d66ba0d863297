package org.jnvm.campaign.soak;

import java.util.SplittableRandom;
import org.jnvm.Heap;

/**
 * A program that never frees anything. Each thread changes what is its own, but in collections that all share: so it knows what must be
 * there.
 */
abstract class Soak {
    /** The heap; the calling thread has entered it. */
    final Heap heap;

    Soak(Heap heap) {
        this.heap = heap;
    }

    /** Makes what there is from the beginning on. */
    abstract void fill();

    /**
     * Does one thing that leaves garbage.
     *
     * @param thread the number of the thread
     * @throws IllegalStateException if what it reads is not what was written
     */
    abstract void step(int thread, SplittableRandom random);

    /**
     * Compares all that there is with what must be; while no thread works.
     *
     * @throws IllegalStateException if it is not the same
     */
    abstract void audit();

    static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException(what);
        }
    }
}
