package org.jnvm.bench.bank;

import java.util.Arrays;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Volatile locks on accounts, for banks whose transfers do not isolate themselves from each other. */
final class Locks {
    private static final int STRIPES = 1024;

    private final Lock[] stripes = new Lock[STRIPES];

    Locks() {
        Arrays.setAll(stripes, i -> new ReentrantLock());
    }

    /** Runs an action while the calling thread has two accounts locked. */
    void whileLocked(int account, int other, Runnable action) {
        // the lower one first in each thread, so that no two threads wait for each other
        Lock first = stripes[Math.min(account % STRIPES, other % STRIPES)];
        Lock second = stripes[Math.max(account % STRIPES, other % STRIPES)];
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
