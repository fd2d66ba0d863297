package org.jnvm.internal.alloc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import org.jnvm.internal.util.LongStack;

/**
 * What the program frees below the bump pointer of the crash while recovery runs beside it: kept until recovery has ended, as
 * that tells by the place of an object whether it was there before. Who needs memory that only recovery finds waits here.
 * Safe for use by several threads.
 */
final class Withheld {
    private volatile long below;
    /** Entries of magazines; guarded by this. */
    private LongStack entries = new LongStack();

    private volatile CountDownLatch ended = new CountDownLatch(0);
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

    /** Withholds from now on what is retired below a heap offset. */
    synchronized void begin(long offset) {
        ended = new CountDownLatch(1);
        below = offset;
    }

    /** Takes an entry of a magazine, if it is to be withheld. */
    boolean take(long entry) {
        return below != 0 && Magazine.offset(entry) < below && takeBelow(entry);
    }

    private synchronized boolean takeBelow(long entry) {
        if (below == 0) {
            return false;
        }
        entries.push(entry);
        return true;
    }

    /** Visits what was taken so far. */
    synchronized void forEach(LongConsumer visitor) {
        for (int i = 0; i < entries.size(); i++) {
            visitor.accept(entries.get(i));
        }
    }

    /** Withholds nothing any more; returns what was taken. */
    synchronized LongStack end() {
        below = 0;
        LongStack taken = entries;
        entries = new LongStack();
        ended.countDown();
        return taken;
    }

    /** Lets go on who waits; goes on withholding. */
    void giveUp() {
        ended.countDown();
    }

    /** Waits until {@link #end} or {@link #giveUp} if that is yet to come; tells whether it was. */
    boolean await() {
        if (ended.getCount() == 0) {
            return false;
        }
        boolean interrupted = false;
        waiting.add(Thread.currentThread());
        try {
            while (true) {
                try {
                    ended.await();
                    return true;
                } catch (InterruptedException e) { // who needs memory needs it
                    interrupted = true;
                }
            }
        } finally {
            waiting.remove(Thread.currentThread());
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Tells whether a thread is in {@link #await}. */
    boolean isWaiting(Thread thread) {
        return waiting.contains(thread);
    }
}
