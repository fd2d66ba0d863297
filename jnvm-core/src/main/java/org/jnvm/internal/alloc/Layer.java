package org.jnvm.internal.alloc;

import org.jnvm.internal.epoch.ThreadTable;
import org.jnvm.internal.util.ShortWait;

/**
 * What a few threads have at hand, under a lock whose holder does nothing long, and takes no other lock. A thread uses the
 * layer that its id leads to, or the next one that is not taken.
 */
abstract class Layer extends SpinLock {
    private static final int FEWEST = 16;

    private final Bins bins;

    /** Makes a layer that has several sizes of something. */
    Layer(Bins bins) {
        this.bins = bins;
    }

    /**
     * Returns how many layers serve the processors there are: a power of 2. On few processors, more than these can use:
     * threads that were descheduled keep the layers locked that they are in. With 4 layers, 8 threads that do nothing but
     * allocate and free on 2 processors did a quarter of what 2 threads do; with 16, as much.
     */
    static int count() {
        int processors = Math.min(256, Runtime.getRuntime().availableProcessors());
        return Math.max(FEWEST, Integer.highestOneBit(processors * 2 - 1) * 2);
    }

    /** Locks one of some layers, as many as a power of 2. */
    static <L extends Layer> L lockOne(L[] layers) {
        int mask = layers.length - 1;
        int first = ThreadTable.idBits();
        for (int i = 0; ; i++) {
            Layer layer = layers[first + i & mask];
            if (layer.tryLock()) {
                return layers[first + i & mask];
            }
            if ((i & mask) == mask) {
                ShortWait.pause(i);
            }
        }
    }

    /** Returns what the layer has of several sizes, for the holder of the lock. */
    final Bins bins() {
        return bins;
    }

    /** Locks one of some layers whose {@link #bins} have room for a size. */
    static <L extends Layer> L lockServing(L[] layers, int size) {
        L layer = lockOne(layers);
        while (!layer.bins().serves(size)) {
            layer.unlock(); // nothing is made while it is locked
            long[] room = layer.bins().makeRoom();
            layer = lockOne(layers);
            layer.bins().serve(size, room);
        }
        return layer;
    }
}
