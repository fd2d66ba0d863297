package org.jnvm.internal.table;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The locks that keep changes of the segments of a hash table apart; made as they are needed. What is in one segment has one
 * lock, which that of the segment that it was split from is, too, from some number of segments on.
 */
final class Stripes {
    /** Locks at most. */
    private static final int MOST = 64;

    private final Segments segments;
    private final AtomicReferenceArray<ReentrantLock> locks = new AtomicReferenceArray<>(MOST);
    /** Of who makes the table larger or smaller, or wants it to stay as it is. */
    private final ReentrantLock resizing = new ReentrantLock();

    Stripes(Segments segments) {
        this.segments = segments;
    }

    private int count() {
        return Directory.stripes(segments.directory().count, MOST);
    }

    /** Locks the segment in which a hash is. */
    ReentrantLock lock(int hash) {
        while (true) {
            int count = count();
            ReentrantLock lock = get(hash & count - 1);
            lock.lock();
            if (count() == count) {
                return lock;
            }
            lock.unlock();
        }
    }

    private ReentrantLock get(int number) {
        ReentrantLock lock = locks.get(number);
        if (lock == null) {
            locks.compareAndSet(number, null, new ReentrantLock());
            lock = locks.get(number);
        }
        return lock;
    }

    /** Runs what adds a segment, unless another thread is at that; waits for who changes something where it takes from. */
    void growing(Runnable action) {
        if (!resizing.tryLock()) {
            return;
        }
        try {
            Directory known = segments.directory();
            int before = count();
            boolean all = Directory.stripes(known.count + 1, MOST) != before;
            int first = all ? 0 : known.splitNext() & before - 1;
            with(action, first, all ? before : first + 1);
        } finally {
            resizing.unlock();
        }
    }

    /** Runs what takes the last segment away, unless another thread is changing something there. */
    void tryShrinking(Runnable action) {
        if (!resizing.tryLock()) {
            return;
        }
        try {
            int segmentCount = segments.directory().count;
            int before = count();
            boolean all = Directory.stripes(segmentCount - 1, MOST) != before;
            int first = all ? 0 : segmentCount - 1 & before - 1;
            tryWith(action, first, all ? before : first + 1);
        } finally {
            resizing.unlock();
        }
    }

    /**
     * Runs something while nothing is changed, but by commits; unless another thread is changing something.
     *
     * @return whether it ran
     */
    boolean tryExclusively(Runnable action) {
        if (!resizing.tryLock()) {
            return false;
        }
        try {
            return tryWith(action, 0, count());
        } finally {
            resizing.unlock();
        }
    }

    private boolean tryWith(Runnable action, int first, int end) {
        if (first == end) {
            action.run();
            return true;
        }
        ReentrantLock lock = get(first);
        if (!lock.tryLock()) {
            return false;
        }
        try {
            return tryWith(action, first + 1, end);
        } finally {
            lock.unlock();
        }
    }

    private void with(Runnable action, int first, int end) {
        if (first == end) {
            action.run();
            return;
        }
        ReentrantLock lock = get(first);
        lock.lock();
        try {
            with(action, first + 1, end);
        } finally {
            lock.unlock();
        }
    }
}
