package org.jnvm.infinispan.internal;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.pdt.PSkipListMap;

/**
 * When the entries of a part expire: an index from timers to keys, in the heap. A timer is a number for one entry: the
 * wall time in ms at which it expires, and a sequence number that tells it from others of that time.
 *
 * <p>Entry and timer come and go in one failure-atomic block. One thread at a time changes the index of a part.
 */
final class Timers {
    /** The timer of an entry that never expires. */
    static final long NEVER = EntryValue.NEVER;

    private static final int SEQUENCE_BITS = 20;
    private static final long NEXT_MS = 1L << SEQUENCE_BITS;
    /** The last time that a timer is set for, in the year 2248; what expires later has none, and stays. */
    private static final long LAST_MS = (Long.MAX_VALUE >>> SEQUENCE_BITS) - NEXT_MS;

    /** For all heaps: all that counts is that timers of one time seldom meet. */
    private static final AtomicLong SEQUENCE = new AtomicLong();

    private Timers() {}

    /** Tells whether an entry has a timer. */
    static boolean isSetFor(long expiry) {
        return expiry != EntryValue.NEVER && expiry <= LAST_MS;
    }

    /**
     * Sets the timer of an entry, in the failure-atomic block that puts it.
     *
     * @param expiry wall time in ms, or {@link EntryValue#NEVER}
     * @param key the key as it is in the heap
     * @return {@link #NEVER} if it needs none
     */
    static long set(PSkipListMap<Long, Object> index, long expiry, Object key) {
        if (!isSetFor(expiry)) {
            return NEVER;
        }
        long timer = Math.max(0, expiry) << SEQUENCE_BITS | SEQUENCE.getAndIncrement() & NEXT_MS - 1;
        while (index.putIfAbsent(timer, key) != null) {
            timer += NEXT_MS; // a million entries expire in that millisecond: a later one does as well
        }
        return timer;
    }

    /** Takes a timer away, in the failure-atomic block that removes its entry. */
    static void cancel(PSkipListMap<Long, Object> index, long timer) {
        if (timer != NEVER) {
            index.remove(timer);
        }
    }

    /** Returns the wall time in ms at which a timer ends, or {@link EntryValue#NEVER}. */
    static long expiry(long timer) {
        return timer == NEVER ? EntryValue.NEVER : timer >> SEQUENCE_BITS;
    }

    /** Returns the timer that ended first, with its key, or null if none has. */
    static Map.Entry<Long, Object> firstEnded(PSkipListMap<Long, Object> index, long now) {
        Map.Entry<Long, Object> first = index.firstEntry();
        return first != null && expiry(first.getKey()) <= now ? first : null;
    }

    /** Returns how many timers have ended. */
    static int countEnded(PSkipListMap<Long, Object> index, long now) {
        return index.headMap(now + 1 << SEQUENCE_BITS).size();
    }
}
