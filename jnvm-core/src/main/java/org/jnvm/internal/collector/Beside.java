package org.jnvm.internal.collector;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.JnvmException;
import org.jnvm.RecoveryListener;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.recovery.HeapWords;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.Trace;
import org.jnvm.internal.util.AsymmetricFence;

/** How a heap is marked and swept beside the program that uses it. By one thread. */
final class Beside {
    private static final long LOOK_NANOS = 20_000;
    /** Blocks that are swept in one operation. */
    private static final int SWEEP_BLOCKS = 256;

    private final ObjectSpace space;
    private final HeapState state;
    private final Pauses pauses;

    /** The heap is being closed, or cannot be used any more. */
    static final class Stopped extends JnvmException {
        private static final long serialVersionUID = 1L;

        private Stopped() {
            super("heap is being closed while it is collected");
        }
    }

    /** What is done with a stretch of the heap. */
    @FunctionalInterface
    interface Stretch {
        /** Called with two heap offsets. */
        void run(long from, long to);
    }

    /**
     * Prepares.
     *
     * @param space the heap's objects
     * @param rest how long to rest after each nanosecond of work, in nanoseconds, until others have taken half of the room that there is
     */
    Beside(ObjectSpace space, double rest) {
        this(space, rest, (phase, done, total, elapsed) -> {});
    }

    /** Prepares, with a listener for what is done. */
    Beside(ObjectSpace space, double rest, RecoveryListener listener) {
        this.space = space;
        this.state = space.file().state();
        this.pauses = new Pauses(rest, listener);
    }

    /** Returns what a trace polls. */
    Progress progress() {
        return pauses;
    }

    /** Waits until what others have begun has ended, or waits for memory that only recovery finds. */
    void await() {
        long ended = EpochSections.advance();
        AsymmetricFence.heavy();
        while (isAnyBusySince(ended)) {
            requireOpen();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private boolean isAnyBusySince(long ended) {
        List<Thread> busy = Operations.busySince(ended);
        for (Thread thread : busy) {
            if (!space.allocator().awaitsRecovery(thread)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Marks all that was reachable at the snapshot, or was made since.
     *
     * @param trace marks it
     * @param words what the trace reads
     * @param snapshot what the program tells of
     * @param roots marks the roots
     */
    void mark(Trace trace, HeapWords words, Snapshot snapshot, Runnable roots) {
        EpochSections.enter();
        try {
            requireOpen();
            roots.run();
            Remembered early = snapshot.begin(); // not sooner: a proxy that they got a reference of may be gone since
            words.extend();
            early.forEach(trace::lookAtMarked);
            trace.run();
            for (Remembered overwritten = nextOverwritten(snapshot);
                    !overwritten.isEmpty();
                    overwritten = nextOverwritten(snapshot)) {
                overwritten.forEach(trace::rootReference);
                trace.run();
            }
        } finally {
            EpochSections.exit();
        }
    }

    /** Returns what was overwritten; nothing if nothing was, and nobody is about to (C6). */
    private Remembered nextOverwritten(Snapshot snapshot) {
        Remembered overwritten = snapshot.take();
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

    /** Does something with the heap stretch by stretch, each in an operation and an epoch-protected section. */
    void forEachStretch(long first, long end, Stretch stretch) {
        for (long at = first; at < end; ) {
            long from = at;
            long to = Math.min(end, from + ((long) SWEEP_BLOCKS << BlockLayout.BLOCK_SHIFT));
            inOperation(() -> stretch.run(from, to));
            pauses.rest();
            at = to;
        }
    }

    /** Does something with the allocator that makes free what no section holds; closing waits for it. */
    void outsideSections(Runnable action) {
        Operations.enter();
        try {
            requireOpen();
            action.run();
        } finally {
            Operations.exit();
        }
    }

    /** Does something with the heap that is not marking; closing waits for it. */
    void inOperation(Runnable action) {
        outsideSections(() -> {
            EpochSections.enter();
            try {
                action.run();
            } finally {
                EpochSections.exit();
            }
        });
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
        /** Less room than this is left when others have taken half of what there was. */
        private final long scarce = space.allocator().room() / 2;

        private long rested = System.nanoTime();

        private Pauses(double rest, RecoveryListener listener) {
            super(listener, System.nanoTime());
            this.rest = rest;
        }

        @Override
        public void poll() {
            EpochSections.exit();
            try {
                rest();
                super.poll();
            } finally {
                EpochSections.enter();
            }
            requireOpen();
        }

        private void rest() {
            long worked = System.nanoTime() - rested;
            if (rest > 0
                    && worked >= WORK_NANOS
                    && !state.isShort()
                    && space.allocator().room() > scarce) {
                LockSupport.parkNanos((long) (worked * rest));
                rested = System.nanoTime();
            }
        }
    }
}
