package org.jnvm.internal.epoch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Operations that change a heap, by which closing a heap knows when the last one has ended. They are noted like
 * {@linkplain EpochSections epoch-protected sections}, with the same argument, but keep no memory from being handed out again: an
 * operation may wait for that.
 *
 * <p>Who closes sets a flag that new operations test after entering, advances the epoch, lets the grace time pass, and then
 * waits until no thread is {@linkplain #busySince busy since} the ended epoch. An operation that found the flag unset
 * has entered before the grace time is over.
 */
public final class Operations {
    private Operations() {}

    /** Enters an operation, or one inside it. */
    public static void enter() {
        ThreadTable.current().enterOperation();
    }

    /** Leaves the innermost operation. */
    public static void exit() {
        ThreadTable.current().exitOperation();
    }

    /** Tells whether the calling thread is in one operation, and in nothing that began before it. */
    public static boolean isOutermost() {
        return ThreadTable.current().isOutermostOperation();
    }

    /** Returns in how many operations, one inside the other, the calling thread is. */
    public static int depth() {
        return ThreadTable.current().operationDepth();
    }

    /** Tells whether the calling thread is in an operation or an epoch-protected section that began in an epoch or before. */
    public static boolean isBusySince(long ended) {
        return ThreadTable.current().isBusySince(ended);
    }

    /** Returns the other threads that are in an operation or an epoch-protected section that began in an epoch or before. */
    public static List<Thread> busySince(long ended) {
        return threads(record -> record.isBusySince(ended));
    }

    /** Returns the other live threads whose record fulfils a condition. */
    public static List<Thread> threads(Predicate<ThreadRecord> condition) {
        Thread self = Thread.currentThread();
        ThreadRecord[] records = ThreadTable.records();
        List<Thread> found = new ArrayList<>();
        for (int slot = 0; slot < records.length; slot++) {
            ThreadRecord record = ThreadTable.recordAcquire(records, slot);
            Thread thread = record == null ? null : record.get();
            if (thread != null && thread != self && thread.isAlive() && condition.test(record)) {
                found.add(thread);
            }
        }
        return found;
    }
}
