package org.jnvm.pfa.internal;

import org.jnvm.internal.transaction.TransactionMemory;

/** What there is instead of memory of a block over several heaps: memory is of its part on one heap. */
final class JointMemory extends TransactionMemory {
    private final RedoTransaction[] parts;

    JointMemory(RedoTransaction[] parts) {
        this.parts = parts;
    }

    /** Chooses for all parts. */
    @Override
    public boolean readFreed(boolean allowed) {
        boolean before = parts[0].memory().readFreed(allowed);
        for (int i = 1; i < parts.length; i++) {
            parts[i].memory().readFreed(allowed);
        }
        return before;
    }

    private static AssertionError noHeap() {
        return new AssertionError("memory of a block over several heaps is that of its parts");
    }

    @Override
    public long offsetToRead(long offset) {
        throw noHeap();
    }

    @Override
    public long offsetToRead(long offset, int bytes) {
        throw noHeap();
    }

    @Override
    public long offsetToWrite(long offset, int bytes) {
        throw noHeap();
    }

    @Override
    public void patch(long ref, long offset, byte[] bytes, int from, int count) {
        throw noHeap();
    }

    @Override
    public long readWord(long offset) {
        throw noHeap();
    }

    @Override
    public long readWordOf(long ref, long offset) {
        throw noHeap();
    }

    @Override
    public void writeWord(long offset, long value) {
        throw noHeap();
    }

    @Override
    public void writeWordOf(long ref, long offset, long value) {
        throw noHeap();
    }

    @Override
    public void lockWord(long offset) {
        throw noHeap();
    }

    @Override
    public boolean hasWord(long offset) {
        throw noHeap();
    }

    @Override
    public void stored(long offset, long value) {
        throw noHeap();
    }

    @Override
    public void storeLater(long offset, long value) {
        throw noHeap();
    }

    @Override
    public void storedInt(long offset, int value) {
        throw noHeap();
    }

    @Override
    public void requireNotFreed(long ref) {
        throw noHeap();
    }

    @Override
    public boolean isOwn(long ref) {
        throw noHeap();
    }
}
