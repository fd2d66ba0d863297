package org.jnvm;

import java.time.Duration;

/** Hears how recovery advances, when it takes longer than about a second; see {@link HeapOptions#recoveryListener}. */
@FunctionalInterface
public interface RecoveryListener {
    /** What recovery, or the check of an untrusted heap, does. */
    enum Phase {
        /** The whole heap is checked, because it was open when the machine went down. Counts blocks of objects. */
        CHECK,
        /** Live objects are marked from the roots. Counts blocks of live objects. */
        MARK,
        /** The heap is scanned for valid objects. Counts blocks. */
        SCAN,
        /** References are set to null that lead to nothing live. Counts blocks. */
        NULLIFY,
        /** Blocks that hold no live object are freed. Counts blocks. */
        SWEEP,
        /** {@link PObject#recover()} is called where it is overridden. Counts blocks that were looked through. */
        RECOVER
    }

    /**
     * Called about every second by the thread that opens the heap, or by that of a pass that runs beside the program. What it throws
     * fails the opening, which leaves the heap as a crash would, or gives up the pass.
     *
     * @param phase what recovery does
     * @param done how much of it is done, in the unit of the phase; at least 0
     * @param estimatedTotal how much it is at most, as far as known, in the same unit; -1 if unknown
     * @param elapsed the time since opening began
     */
    void progress(Phase phase, long done, long estimatedTotal, Duration elapsed);
}
