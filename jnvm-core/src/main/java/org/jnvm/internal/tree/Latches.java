package org.jnvm.internal.tree;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jnvm.internal.layout.BlockLayout;

/**
 * The latches of a tree, made as they are needed: one as long as the root is a leaf, then as many as threads are likely to
 * meet at. Who changes entries of a leaf has the latch of the leaf, and asks for no other one. Who changes the form of the tree has
 * all of them.
 */
final class Latches {
    private static final int MOST = 32;

    private final AtomicReferenceArray<Latch> latches = new AtomicReferenceArray<>(MOST);
    private volatile int count = 1;

    /** Makes ready for a tree of several leaves, which nobody uses yet. */
    void beginWithAll() {
        count = MOST;
    }

    private Latch get(int number) {
        Latch latch = latches.get(number);
        if (latch == null) {
            latches.compareAndSet(number, null, new Latch());
            latch = latches.get(number);
        }
        return latch;
    }

    /** Returns the latch of a leaf. It may be another one once the root is a node. */
    Latch of(long leaf) {
        return get((int) (leaf >>> BlockLayout.BLOCK_SHIFT) * 0x9E37_79B1 >>> 27 & count - 1);
    }

    /** Makes ready for a tree of several leaves; for who has all latches. Returns with the new ones locked, too. */
    void increase() {
        if (count < MOST) {
            for (int i = count; i < MOST; i++) {
                get(i).lock.lock();
            }
            count = MOST;
        }
    }

    void lockAll() {
        while (true) {
            int known = count;
            for (int i = 0; i < known; i++) {
                get(i).lock.lock();
            }
            if (known == count) {
                return;
            }
            unlock(known);
        }
    }

    /** Tells whether another thread has a latch. */
    boolean othersHaveOne() {
        for (int i = 0; i < MOST; i++) {
            Latch latch = latches.get(i);
            if (latch != null && latch.lock.isLocked() && !latch.lock.isHeldByCurrentThread()) {
                return true;
            }
        }
        return false;
    }

    boolean tryLockAll() {
        int known = count;
        for (int i = 0; i < known; i++) {
            if (!get(i).lock.tryLock()) {
                unlock(i);
                return false;
            }
        }
        if (known != count) {
            unlock(known);
            return false;
        }
        return true;
    }

    void unlockAll() {
        unlock(count);
    }

    private void unlock(int end) {
        for (int i = end - 1; i >= 0; i--) {
            get(i).lock.unlock();
        }
    }
}
