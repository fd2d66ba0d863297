package org.jnvm.internal.collector;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.CollectorListener;
import org.jnvm.CollectorStats;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ProxyTokens;
import org.jnvm.internal.recovery.HeapWords;
import org.jnvm.internal.recovery.OopMaps;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.internal.recovery.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Collects a heap: finds and frees the objects that nothing leads to any more, while the program goes on. One collection after
 * the other, each by the thread that asks for it.
 *
 * <p>docs/internals/collector.md has the argument why nothing is freed that the program can still reach; its invariants are
 * named here by number. Safe for use by several threads.
 */
public final class Collector {
    /**
     * C2 and C3: after the first everybody tells of what is overwritten, and the snapshot is of that moment. After the second nobody has
     * a reference in hand that was read before, other than by a proxy.
     */
    private static final int GRACES = 2;

    /** One block in 64 is left for what has begun, but for 64 MiB at most. */
    private static final int RESERVE_SHARE = 64;

    private static final long MOST_RESERVED_BLOCKS = 1 << 18;
    /** A collection was worth it that freed more than one object for so many that are live. */
    private static final int WORTH_SHARE = 16;

    private final ObjectSpace space;
    private final ProxyTokens tokens;
    private final CollectorListener listener;
    /** Blocks that should be left for what has begun. */
    private final long reserve;

    private final ReentrantLock lock = new ReentrantLock();

    /** Blocks that others took while the last collection looked for what is live. */
    private volatile long takenMeanwhile;

    /** What the collection that is under way marks with; null without one. */
    private volatile @Nullable Trace marking;

    /** As of the last collection; changed under the lock. */
    private volatile CollectorStats stats = new CollectorStats(0, false, 0, 0, 0, 0, Duration.ZERO, 0);

    /**
     * Makes the collector of a heap.
     *
     * @param space the heap's objects, whose proxies hold tokens
     * @param tokens the tokens
     * @param listener hears of each collection that has ended
     */
    public Collector(ObjectSpace space, ProxyTokens tokens, CollectorListener listener) {
        this.listener = listener;
        this.space = space;
        this.tokens = tokens;
        long blocks = space.file().maxBytes() >>> BlockLayout.BLOCK_SHIFT;
        reserve = Math.min(MOST_RESERVED_BLOCKS, blocks / RESERVE_SHARE);
    }

    /** Has operations make room before they begin, when few blocks are left; the fewer are, the later it asks again. */
    public void warnWhenShort() {
        long room = space.allocator().room();
        space.allocator().warnBelow(room > reserve ? reserve : room / 2);
    }

    /** Returns what was done so far. */
    public CollectorStats stats() {
        CollectorStats last = stats;
        Trace trace = marking;
        return new CollectorStats(
                last.collections(),
                space.collecting() != null,
                trace == null ? 0 : trace.blocksSoFar(),
                last.freedObjects(),
                last.lastMarked(),
                last.lastFreed(),
                last.lastTook(),
                last.tokens());
    }

    /** Tells whether the calling thread is in something that a collection would wait for, so that it must not ask for one. */
    public static boolean isInTheWay() {
        return Operations.isBusySince(Long.MAX_VALUE);
    }

    /**
     * Runs a collection; not inside an operation or epoch-protected section.
     *
     * @return how many objects were freed; -1 if the heap is being closed
     */
    public long collect() {
        return collectResting(0);
    }

    /**
     * Runs a collection that leaves processor time to others.
     *
     * @param rest how long it rests after each nanosecond of work, in nanoseconds
     */
    long collectResting(double rest) {
        lock.lock();
        try {
            return collectNow(rest);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs a collection behind one of Java's: what that has not looked at is kept.
     *
     * @return how many objects were freed; -1 if the heap is being closed
     */
    long collectAfterJava() {
        System.gc();
        return collect();
    }

    /**
     * Makes room in a heap that is full: waits for the collection that is under way, and runs others. What Java's collector has not looked at
     * yet is kept by its proxies, so it is asked to. Not inside an operation or epoch-protected section.
     */
    public void makeRoom() {
        long before = stats.collections();
        lock.lock();
        try {
            if (stats.collections() == before || !wasWorthIt()) {
                collectNow(0);
                if (!wasWorthIt()) {
                    collectAfterJava();
                }
            }
            new Beside(space, 0).outsideSections(() -> {
                joinFreeMemory();
                warnWhenShort();
            });
        } catch (Beside.Stopped e) {
            return; // who asked finds the heap closed
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many blocks others took while the last collection looked for what is live. */
    long takenMeanwhile() {
        return takenMeanwhile;
    }

    /** Tells whether the last collection freed a good part of what was there. */
    boolean wasWorthIt() {
        return stats.lastFreed() > stats.lastMarked() / WORTH_SHARE;
    }

    /** Makes wholly free slabs blocks again, so that there are runs of them. */
    private void joinFreeMemory() {
        space.relieve();
        space.allocator().reclaim();
    }

    /**
     * Makes room while there is still some for operations that have begun: they cannot wait for a collection, which would wait for
     * them. Not inside an operation or epoch-protected section.
     */
    public void makeRoomAhead() {
        lock.lock();
        try {
            if (space.file().state().isShort()
                    && collectNow(0) >= 0
                    && space.allocator().room() < reserve) {
                collectAfterJava();
            }
        } finally {
            lock.unlock();
        }
    }

    private long collectNow(double rest) {
        CollectorStats before = stats;
        Object event = HeapEvents.collectionStarts();
        long began = System.nanoTime();
        try {
            Collection collection = new Collection(rest);
            collection.run();
            stats = new CollectorStats(
                    before.collections() + 1,
                    false,
                    0,
                    before.freedObjects() + collection.freed,
                    collection.marked,
                    collection.freed,
                    Duration.ofNanos(System.nanoTime() - began),
                    tokens.count());
            HeapEvents.collected(event, space.file().path(), collection.marked, collection.freed, tokens.count());
            listener.collected(stats);
            return collection.freed;
        } catch (Beside.Stopped e) {
            return -1;
        }
    }

    /** One collection. */
    private final class Collection {
        private final Beside beside;
        private final Snapshot snapshot = new Snapshot(space, space.file().maxBytes());

        private long marked;
        private long freed;

        private Collection(double rest) {
            beside = new Beside(space, rest);
        }

        private void run() {
            tokens.renew();
            long room = space.allocator().room();
            long end = space.allocator().bump() << BlockLayout.BLOCK_SHIFT;
            space.setCollecting(snapshot);
            try {
                for (int grace = 0; grace < GRACES; grace++) {
                    beside.await();
                }
                // now: with all chunks and classes of the snapshot
                HeapWords words = new HeapWords(space.file());
                Trace trace = Trace.beside(
                        words,
                        new OopMaps(space.classes().layouts()),
                        RecoverySettings.defaults(),
                        snapshot.live(),
                        snapshot.slots(),
                        new Unmoved(),
                        beside.progress());
                marking = trace;
                beside.mark(trace, words, snapshot, () -> new Pins(tokens, words, trace).markAll());
                takenMeanwhile = room - space.allocator().room();
                beside.inOperation(space.plainStores()::makeDurable);
                marked = trace.objects();
                Sweep sweep = new Sweep(space, words, snapshot);
                beside.forEachStretch(
                        words.firstBlock() << BlockLayout.BLOCK_SHIFT, Math.min(end, words.end()), sweep::run);
                freed = sweep.freed();
                beside.outsideSections(() -> {
                    space.allocator().reclaim();
                    if (space.allocator().room() < 2 * reserve) {
                        joinFreeMemory();
                    }
                    warnWhenShort();
                });
            } finally {
                marking = null;
                space.setCollecting(null);
            }
        }
    }
}
