package org.jnvm.infinispan.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the operations in flight, so that a heap is closed when none is: Infinispan may stop a store while operations
 * that it had asked for still run. Safe for use by several threads; nothing waits.
 */
public final class Operations {
    private static final long ENDED = Long.MIN_VALUE;

    /** How many are in flight; the sign bit says that no more may begin. */
    private final AtomicLong state = new AtomicLong();

    private final CompletableFuture<Void> drained = new CompletableFuture<>();

    /** Begins an operation; returns false if none may begin any more. */
    public boolean begin() {
        while (true) {
            long now = state.get();
            if (now < 0) {
                return false;
            }
            if (state.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    /** Ends an operation that began. */
    public void end() {
        if (state.decrementAndGet() == ENDED) {
            drained.complete(null);
        }
    }

    /** Lets no more begin. Returns a stage that completes when the last one has ended. */
    public CompletionStage<Void> close() {
        long before = state.getAndUpdate(now -> now | ENDED);
        if (before == 0) {
            drained.complete(null);
        }
        return drained;
    }
}
