package org.jnvm.internal.recovery;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jnvm.RecoveryListener;
import org.jnvm.RecoveryListener.Phase;

/** Tells a listener at an interval how far a pass is; used by the thread that opens the heap. */
public class Progress {
    private static final long SECOND = 1_000_000_000L;

    private final RecoveryListener listener;
    private final LongSupplier clock;
    private final long interval;
    private final long began;
    private long last;
    private Phase phase = Phase.MARK;
    private long total = -1;
    private LongSupplier done = () -> 0;

    /**
     * Makes one that reports about every second.
     *
     * @param listener who hears it
     * @param began {@link System#nanoTime()} when opening began
     */
    public Progress(RecoveryListener listener, long began) {
        this(listener, began, System::nanoTime, SECOND);
    }

    /**
     * Makes one with another clock, for tests.
     *
     * @param listener who hears it
     * @param began the clock's time when opening began, in nanoseconds
     * @param clock the clock
     * @param interval nanoseconds between two reports
     */
    public Progress(RecoveryListener listener, long began, LongSupplier clock, long interval) {
        this.listener = listener;
        this.began = began;
        this.last = began;
        this.clock = clock;
        this.interval = interval;
    }

    /** Begins a phase. */
    public void begin(Phase next, long estimatedTotal, LongSupplier doneSoFar) {
        phase = next;
        total = estimatedTotal;
        done = doneSoFar;
        poll();
    }

    /** Reports if it is time to. */
    public void poll() {
        long now = clock.getAsLong();
        if (now - last >= interval) {
            last = now;
            listener.progress(phase, done.getAsLong(), total, Duration.ofNanos(now - began));
        }
    }

    /** Returns for how many milliseconds a thread that has nothing to do may wait before it polls again. */
    long waitMillis() {
        return Math.max(1, interval / 1_000_000);
    }
}
