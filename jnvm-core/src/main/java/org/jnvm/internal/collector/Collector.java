package org.jnvm.internal.collector;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.CollectorStats;
import org.jnvm.JnvmException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ProxyTokens;
import org.jnvm.internal.recovery.HeapWords;
import org.jnvm.internal.recovery.OopMaps;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.internal.recovery.Trace;
import org.jnvm.internal.util.AsymmetricFence;
import org.jnvm.internal.util.LongStack;

/**
 * Collects a heap: finds and frees the objects that nothing leads to any more, while the program goes on. One collection after
 * the other, each by the thread that asks for it.
 *
 * <p>docs/internals/collector.md has the argument why nothing is freed that the program can still reach; its invariants are
 * named here by number. Safe for use by several threads.
 */
public final class Collector {
    private static final long LOOK_NANOS = 20_000;
    /**
     * C2 and C3: after the first everybody tells of what is overwritten, and the snapshot is of that moment. After the second nobody has
     * a reference in hand that was read before, other than by a proxy.
     */
    private static final int GRACES = 2;
    /** Blocks that are swept in one operation. */
    private static final int SWEEP_BLOCKS = 256;

    private final ObjectSpace space;
    private final HeapState state;
    private final ProxyTokens tokens;
    private final ReentrantLock lock = new ReentrantLock();

    /** As of the last collection; changed under the lock. */
    private volatile CollectorStats stats = new CollectorStats(0, false, 0, 0, 0, Duration.ZERO, 0);

    /** The heap is being closed, or cannot be used any more. */
    private static final class Stopped extends JnvmException {
        private static final long serialVersionUID = 1L;

        private Stopped() {
            super("heap is being closed while it is collected");
        }
    }

    /**
     * Makes the collector of a heap.
     *
     * @param space the heap's objects, whose proxies hold tokens
     * @param tokens the tokens
     */
    public Collector(ObjectSpace space, ProxyTokens tokens) {
        this.space = space;
        this.state = space.file().state();
        this.tokens = tokens;
    }

    /** Returns what was done so far. */
    public CollectorStats stats() {
        CollectorStats last = stats;
        return new CollectorStats(
                last.collections(),
                space.collecting() != null,
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
     * Makes room in a heap that is full: waits for the collection that is under way, and runs others. What Java's collector has not looked at
     * yet is kept by its proxies, so it is asked to. Not inside an operation or epoch-protected section.
     *
     * @return whether anything was freed
     */
    public boolean makeRoom() {
        long before = stats.collections();
        lock.lock();
        try {
            if (stats.collections() != before && stats.lastFreed() > 0) {
                return true;
            }
            if (collectNow(0) > 0) {
                return true;
            }
            System.gc();
            return collectNow(0) > 0;
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
                    before.freedObjects() + collection.freed,
                    collection.marked,
                    collection.freed,
                    Duration.ofNanos(System.nanoTime() - began),
                    tokens.count());
            HeapEvents.collected(event, space.file().path(), collection.marked, collection.freed, tokens.count());
            return collection.freed;
        } catch (Stopped e) {
            return -1;
        }
    }

    /** One collection. */
    private final class Collection {
        private final Pauses pauses;
        private final Snapshot snapshot = new Snapshot(space, space.file().maxBytes());

        private long marked;
        private long freed;

        private Collection(double rest) {
            pauses = new Pauses(rest);
        }

        private void run() {
            tokens.renew();
            long end = space.allocator().bump() << BlockLayout.BLOCK_SHIFT;
            space.setCollecting(snapshot);
            try {
                for (int grace = 0; grace < GRACES; grace++) {
                    await();
                }
                // now: with all chunks and classes of the snapshot
                HeapWords words = new HeapWords(space.file());
                OopMaps maps = new OopMaps(space.classes().layouts());
                Trace trace = Trace.beside(
                        words,
                        maps,
                        RecoverySettings.defaults(),
                        snapshot.live(),
                        snapshot.slots(),
                        new Unmoved(),
                        pauses);
                mark(trace, words);
                inOperation(space.plainStores()::makeDurable);
                marked = trace.objects();
                sweep(words, Math.min(end, words.end()));
            } finally {
                space.setCollecting(null);
            }
        }

        /** Waits until what others have begun has ended. */
        private void await() {
            long ended = EpochSections.advance();
            AsymmetricFence.heavy();
            while (!Operations.busySince(ended).isEmpty()) {
                requireOpen();
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }

        private void mark(Trace trace, HeapWords words) {
            EpochSections.enter();
            try {
                requireOpen();
                new Pins(tokens, words, trace).markAll();
                LongStack early = snapshot.begin();
                for (int i = 0; i < early.size(); i++) {
                    trace.lookAtMarked(early.get(i));
                }
                trace.run();
                for (LongStack overwritten = nextOverwritten();
                        !overwritten.isEmpty();
                        overwritten = nextOverwritten()) {
                    for (int i = 0; i < overwritten.size(); i++) {
                        trace.rootReference(overwritten.get(i));
                    }
                    trace.run();
                }
            } finally {
                EpochSections.exit();
            }
        }

        /** Returns what was overwritten; nothing if nothing was, and nobody is about to (C6). */
        private LongStack nextOverwritten() {
            LongStack overwritten = snapshot.take();
            if (!overwritten.isEmpty()) {
                return overwritten;
            }
            EpochSections.exit();
            try {
                await();
            } finally {
                EpochSections.enter();
            }
            requireOpen();
            return snapshot.take();
        }

        private void sweep(HeapWords words, long end) {
            Sweep sweep = new Sweep(space, words, snapshot);
            long from = words.firstBlock() << BlockLayout.BLOCK_SHIFT;
            while (from < end) {
                long to = Math.min(end, from + ((long) SWEEP_BLOCKS << BlockLayout.BLOCK_SHIFT));
                long first = from;
                inOperation(() -> sweep.run(first, to));
                pauses.rest();
                from = to;
            }
            freed = sweep.freed();
        }
    }

    /** Does something with the heap that is not marking; closing waits for it. */
    private void inOperation(Runnable action) {
        Operations.enter();
        EpochSections.enter();
        try {
            requireOpen();
            action.run();
        } finally {
            EpochSections.exit();
            Operations.exit();
        }
    }

    /** Behind entering a section or operation: who closes the heap waits for that, or it is seen here. */
    private void requireOpen() {
        if (state.isAny(HeapState.CLOSED | HeapState.CLOSING | HeapState.POISONED)) {
            throw new Stopped();
        }
    }

    /** Lets others use what was retired, and the processor, now and then. */
    private final class Pauses extends Progress {
        /** Work between two rests. */
        private static final long WORK_NANOS = 500_000;

        private final double rest;
        private long rested = System.nanoTime();

        private Pauses(double rest) {
            super((phase, done, total, elapsed) -> {}, System.nanoTime());
            this.rest = rest;
        }

        @Override
        public void poll() {
            EpochSections.exit();
            try {
                rest();
            } finally {
                EpochSections.enter();
            }
            requireOpen();
        }

        private void rest() {
            long worked = System.nanoTime() - rested;
            if (rest > 0 && worked >= WORK_NANOS) {
                LockSupport.parkNanos((long) (worked * rest));
                rested = System.nanoTime();
            }
        }
    }
}
