package org.jnvm.infinispan.internal;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Excludes changes of one key from each other, and from those of a batch, which is one failure-atomic block: two blocks
 * that change one key would refuse each other. Keys share locks. Locks are taken in the order of their numbers.
 */
final class KeyLocks {
    private static final int LOCKS = 64;

    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    KeyLocks() {
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    /** Returns the set of the lock of a key, by what finds it in a map. */
    static long of(Object probe) {
        return 1L << ((probe.hashCode() * 0x9E37_79B9) >>> 26);
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
