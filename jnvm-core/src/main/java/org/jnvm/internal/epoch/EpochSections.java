package org.jnvm.internal.epoch;

import org.jnvm.internal.util.AsymmetricFence;

/**
 * Epoch-protected sections, by which a thread keeps every block that it can still reach from being handed out again.
 * One epoch for the whole JVM; a section notes the epoch in which it began.
 *
 * <p>Who takes memory away makes it unreachable, then retires it: {@link #advance} ends the epoch.
 * What was retired may be used again once
 *
 * <ol>
 *   <li>{@link AsymmetricFence#GRACE_NANOS} have passed since the epoch ended (or no other live thread ever entered a section), and then
 *   <li>no section is open that began in the ended epoch or before: {@link #oldest()} is later.
 * </ol>
 *
 * <p><b>Why the reader needs no fence of its own.</b> Entering stores the epoch, then the section's loads follow; between
 * them stands the light side of an {@link AsymmetricFence}. The grace time is the heavy side:
 *
 * <ul>
 *   <li>Advancing the epoch is an atomic read-modify-write, before which all unlinking stores of the reclaimer (and of the threads
 *       that handed it what they freed, under locks) are globally visible. A load that found something still linked was
 *       therefore performed before the epoch ended. (A load that ran ahead speculatively counts as performed when it retires;
 *       the processor repeats it if its line was invalidated before.) So when the reclaimer looks, after the grace time, it
 *       finds the section, or that it has ended.
 *   <li>Whoever read an epoch later than the ended one read it after the end, and finds nothing of what was unlinked.
 *       So does a thread that enters its first section and is missed as a reader: it fences fully, once, after saying
 *       that it is one.
 *   <li>Leaving stores with release semantics: the section's loads are done when the record says idle.
 * </ul>
 *
 * <p>What a thread does not leave does not stop
 * others: they keep what was retired since, and a thread's open section ends with the thread.
 */
public final class EpochSections {
    /** A table with fewer dead records than this is not worth copying. */
    private static final int MANY_DEAD = 64;

    private EpochSections() {}

    /** Enters a section, or one inside it. */
    public static void enter() {
        ThreadTable.current().enter();
    }

    /**
     * Leaves the innermost section.
     *
     * @throws IllegalStateException if the thread is in none
     */
    public static void exit() {
        ThreadTable.current().exit();
    }

    /**
     * Ends an epoch: sections that are entered later begin in a later one. A full fence.
     *
     * @return the epoch that ended
     */
    public static long advance() {
        return GlobalEpoch.advance();
    }

    /**
     * Returns the epoch in which the oldest open section began, {@link Long#MAX_VALUE} if there is none; the caller's
     * own counts. Of others' sections it can be relied on only as said above.
     */
    public static long oldest() {
        ThreadRecord[] records = ThreadTable.records();
        long oldest = Long.MAX_VALUE;
        int dead = 0;
        for (int slot = 0; slot < records.length; slot++) {
            ThreadRecord record = ThreadTable.recordAcquire(records, slot);
            if (record == null) {
                continue;
            }
            long began = record.epochAcquire();
            if (record.refersTo(null)) {
                dead++;
            } else if (began != ThreadRecord.IDLE && began < oldest && record.isLive()) {
                oldest = began;
            }
        }
        if (dead > MANY_DEAD && dead > records.length / 8) {
            ThreadTable.copyLive();
        }
        return oldest;
    }

    /** Tells whether a live thread other than the calling one ever entered a section. */
    public static boolean othersRead() {
        Thread self = Thread.currentThread();
        ThreadRecord[] records = ThreadTable.records();
        for (int slot = 0; slot < records.length; slot++) {
            ThreadRecord record = ThreadTable.recordAcquire(records, slot);
            if (record != null && record.isReader() && !record.refersTo(self) && record.isLive()) {
                return true;
            }
        }
        return false;
    }
}
