package org.jnvm.internal.heap;

import java.util.concurrent.atomic.LongAdder;
import org.jnvm.HeapStats;
import org.jnvm.internal.alloc.AllocatorCounts;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.transaction.ThreadTransactions;

/** Counts what is counted nowhere else, and puts together how a heap stands. Safe for use by several threads. */
final class HeapStatistics {
    private final PersistentHeap heap;
    /** Those that had no record: they made objects, and nothing leads to them. */
    private final LongAdder commits = new LongAdder();

    private final LongAdder aborts = new LongAdder();

    HeapStatistics(PersistentHeap heap) {
        this.heap = heap;
    }

    void transactionEnded(boolean committed) {
        (committed ? commits : aborts).increment();
    }

    /** Returns how the heap stands; also of a closed one. */
    HeapStats take() {
        if (heap.openBlocks() > 0) {
            ThreadTransactions.abortAbandoned("statistics of the heap");
        }
        AllocatorCounts counts = heap.space().allocator().counts();
        return new HeapStats(
                heap.file().path(),
                heap.file().domain(),
                heap.file().bytes(),
                heap.file().maxBytes(),
                heap.file().chunkCount(),
                counts.bump(),
                heap.file().blocksBelow(counts.bump()) - counts.free(),
                counts.free(),
                counts.retired(),
                counts.cachedInAll(),
                counts.holes(),
                heap.space().slabs().stats(),
                heap.space().classes().size(),
                heap.migration().converted(),
                heap.proxies().size(),
                heap.state().writeBacks(),
                heap.state().fences(),
                heap.recovery().replayedLogs(),
                commits.sum() + heap.commitsByRecord(),
                aborts.sum(),
                heap.retryCount(),
                heap.openBlocks(),
                heap.state().is(HeapState.POISONED),
                heap.isClosed(),
                heap.collection().stats(),
                heap.file().diskStats());
    }
}
