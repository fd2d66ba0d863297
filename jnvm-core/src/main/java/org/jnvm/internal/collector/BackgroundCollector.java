package org.jnvm.internal.collector;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jnvm.SlabStats;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectSpace;

/**
 * Has a heap collected whenever enough was allocated, by a thread of its own, which ends when the heap is closed.
 *
 * <p>A collection begins when the objects take so much more than after the last one as they then took by half, or half of what the heap
 * had left, whatever is less; and so that what was allocated during the last one would fit twice. It rests as long as it works, but not if
 * the heap is nearly full. If a quarter of the heap is left at most, and little was freed, Java's collector may not have looked at the
 * proxies yet: then it is asked to.
 */
public final class BackgroundCollector {
    private static final long LOOK_NANOS = 20_000_000;
    /** What is not worth a collection: 1 MiB. */
    private static final long LEAST_BLOCKS = 1L << 20 - BlockLayout.BLOCK_SHIFT;

    /** If less than this part of the heap is left, Java's collector is asked to run for what it still keeps. */
    private static final int SCARCE_SHARE = 4;

    private BackgroundCollector() {}

    /**
     * Starts the thread.
     *
     * @param space the heap's objects
     * @param collector their collector
     * @param name of the thread
     * @param failed hears of what ends the thread before its time
     */
    public static void start(ObjectSpace space, Collector collector, String name, Consumer<Throwable> failed) {
        Thread thread = new Thread(name) { // no lambda: it would take as long as all the rest of opening
                    @Override
                    public void run() {
                        try {
                            BackgroundCollector.run(space, collector);
                        } catch (RuntimeException | Error e) {
                            failed.accept(e);
                        }
                    }
                };
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(ObjectSpace space, Collector collector) {
        HeapState state = space.file().state();
        long most = space.file().maxBytes() >>> BlockLayout.BLOCK_SHIFT;
        long live = used(space);
        long askedAt = 0; // what objects took when Java's collector was last asked to run
        while (!state.isAny(HeapState.CLOSED | HeapState.CLOSING | HeapState.POISONED)) {
            long used = used(space);
            long left = most - live;
            long wait = Math.min(Math.min(live / 2, left / 2), left - 2 * collector.takenMeanwhile());
            if (used - live > Math.max(LEAST_BLOCKS, wait)) {
                if (collector.collectResting(used - live > left * 3 / 4 ? 0 : 1) < 0) {
                    return;
                }
                live = used(space);
                left = most - live;
                if (left < most / SCARCE_SHARE && live - askedAt > left / 2 && !collector.wasWorthIt()) {
                    // before operations have to wait for it, as they do in a full heap
                    if (collector.collectAfterJava() < 0) {
                        return;
                    }
                    live = used(space);
                    askedAt = live;
                }
                askedAt = Math.min(askedAt, live);
            } else {
                live = Math.min(live, used);
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    /** Returns how many blocks objects take, or would take without free slots beside them. */
    private static long used(ObjectSpace space) {
        long bytes = 0;
        for (SlabStats slots : space.slabs().stats()) {
            bytes += slots.freeSlots() * slots.slotBytes();
        }
        long below = space.file().blocksBelow(space.allocator().bump());
        return below - space.allocator().freeBlocks() - (bytes >>> BlockLayout.BLOCK_SHIFT);
    }
}
