package org.jnvm.internal.epoch;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jnvm.internal.util.AsymmetricFence;

/**
 * The end of all that others had begun when an epoch ended: operations, and epoch-protected sections. One thread waits for it, and has
 * set a flag before that sends what begins to {@link #hadBegun}. So each of the others either is waited for, or is told that it
 * came later; never both, and never neither.
 *
 * <p><b>Why nobody slips through.</b> A thread may read the epoch, be descheduled, and note it long after the epoch and the grace time
 * are over: an early epoch alone does not say that it was waited for. So the waiting thread, when it finds nobody, says so, fences, and
 * looks once more; the other one has noted its epoch, fences, and looks whether that was said. At least one of them sees the other.
 * If both do, the waiting thread takes it back and goes on waiting, for a thread that waits or has been refused. What found the
 * flag unset has noted its epoch before the grace time is over, as said of {@link Operations}.
 *
 * <p>Used again and again, by one waiting thread at a time.
 */
public final class Quiescence {
    private static final long NOT_YET = -1;

    /** The epoch that ended. */
    private volatile long ended = NOT_YET;
    /** When it did. */
    private long began;
    /** Whether nobody was found who had begun before. */
    private volatile boolean reached;

    /** Gets ready, before the flag is set. */
    public void prepare() {
        ended = NOT_YET;
        reached = false;
    }

    /** Ends the epoch, behind setting the flag. */
    public void begin() {
        began = System.nanoTime();
        ended = EpochSections.advance();
    }

    /**
     * Returns the other threads that are in something that had begun before; if there are none, what is in progress from now on
     * came later. Lets the grace time pass first.
     */
    public List<Thread> busy() {
        while (System.nanoTime() - began < AsymmetricFence.GRACE_NANOS) {
            Thread.onSpinWait();
        }
        List<Thread> busy = Operations.busySince(ended);
        if (busy.isEmpty()) {
            reached = true;
            VarHandle.fullFence();
            busy = Operations.busySince(ended);
            if (!busy.isEmpty()) {
                reached = false;
            }
        }
        return busy;
    }

    /**
     * Tells whether what the calling thread is in had begun before, so that it is waited for.
     *
     * @param awaited whether the flag still stands for a quiescence that begins or has begun
     */
    public boolean hadBegun(BooleanSupplier awaited) {
        long epoch = ended;
        while (epoch == NOT_YET && awaited.getAsBoolean()) { // set right after the flag
            Thread.onSpinWait();
            epoch = ended;
        }
        VarHandle.fullFence();
        return !reached && Operations.isBusySince(epoch);
    }
}
