package org.jnvm.infinispan.internal;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Excludes changes of one part of a cache from each other. So two changes never meet in a map, whose own locks a change
 * then always finds free: what has its part's lock waits for nobody. And two failure-atomic blocks never change one key,
 * where they would refuse each other. Parts share locks. Locks are taken in the order of their numbers.
 */
final class PartLocks {
    private static final int LOCKS = 64;

    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    PartLocks() {
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    /** Returns the set of the lock of a part. */
    static long of(int part) {
        return 1L << part % LOCKS;
    }

    /** Returns the set of all locks. */
    static long all() {
        return -1L;
    }

    /** Takes locks, without waiting for one; returns whether it has them all, else it has none. */
    boolean tryLock(long set) {
        for (long rest = set; rest != 0; rest &= rest - 1) {
            int next = Long.numberOfTrailingZeros(rest);
            if (!locks[next].tryLock()) {
                unlock(set & (1L << next) - 1);
                return false;
            }
        }
        return true;
    }

    void lock(long set) {
        for (long rest = set; rest != 0; rest &= rest - 1) {
            locks[Long.numberOfTrailingZeros(rest)].lock();
        }
    }

    void unlock(long set) {
        for (long rest = set; rest != 0; rest &= rest - 1) {
            locks[Long.numberOfTrailingZeros(rest)].unlock();
        }
    }
}
