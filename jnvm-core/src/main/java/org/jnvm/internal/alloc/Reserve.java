package org.jnvm.internal.alloc;

import org.jnvm.internal.util.LongStack;

/** Free blocks that only commits of failure-atomic blocks may take, so that frees work when the heap is full. */
final class Reserve {
    private final LongStack blocks = new LongStack();
    private int target;
    /** How many blocks are missing: a look without the lock. */
    private volatile int missing;

    /** Sets how many blocks it should have. */
    synchronized void setTarget(int count) {
        target = count;
        missing = Math.max(0, target - blocks.size());
    }

    /** Returns how many blocks it lacks. */
    int missing() {
        return missing;
    }

    /** Takes a block if it lacks one. */
    synchronized boolean offer(long block) {
        if (blocks.size() >= target) {
            return false;
        }
        blocks.push(block);
        missing = target - blocks.size();
        return true;
    }

    /**
     * Returns a block, 0 if there is none.
     *
     * @param last whether it may be one of the last half, too
     */
    synchronized long poll(boolean last) {
        if (blocks.size() <= (last ? 0 : target / 2)) {
            return 0;
        }
        long block = blocks.pop();
        missing = Math.max(0, target - blocks.size());
        return block;
    }

    synchronized int size() {
        return blocks.size();
    }

    synchronized void forEach(ExtentVisitor visitor) {
        for (int i = 0; i < blocks.size(); i++) {
            visitor.visit(blocks.get(i), 1);
        }
    }
}
