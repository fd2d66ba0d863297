package org.jnvm.examples.bank;

import java.util.Arrays;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks on accounts. Failure-atomic blocks do not isolate threads from each other, that is up to the program: the locks
 * are volatile, and held until the block has ended.
 */
final class AccountLocks {
    private static final int STRIPES = 1024;

    private final Lock[] stripes = new Lock[STRIPES];

    AccountLocks() {
        Arrays.setAll(stripes, i -> new ReentrantLock());
    }

    /** Runs an action while the calling thread has two accounts locked. */
    void whileLocked(int account, int other, Runnable action) {
        int stripe = account % STRIPES;
        int otherStripe = other % STRIPES;
        // always in the same order, so that no two threads wait for each other
        Lock first = stripes[Math.min(stripe, otherStripe)];
        Lock second = stripes[Math.max(stripe, otherStripe)];
        first.lock();
        try {
            second.lock();
            try {
                action.run();
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }
}
