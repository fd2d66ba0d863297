package org.jnvm.infinispan.internal;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound, where a program's tests have it, of the only waits of an operation on a non-blocking thread: for one of
 * the allocator's spin locks, and for a latch of the index by time, which are held for the time of some stores. No thread
 * parks there.
 */
public final class ShortWaits implements BlockHoundIntegration {
    /** Called by BlockHound. */
    public ShortWaits() {}

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("org.jnvm.internal.alloc.Layer", "pause");
        builder.allowBlockingCallsInside("org.jnvm.internal.tree.Patience", "pause");
    }
}
