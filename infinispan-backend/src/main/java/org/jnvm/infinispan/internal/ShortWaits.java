package org.jnvm.infinispan.internal;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound, where a program's tests have it, of the only waits of an operation on a non-blocking thread: those of
 * {@code ShortWait}, for another thread that is in the middle of some loads and stores. No thread parks there.
 */
public final class ShortWaits implements BlockHoundIntegration {
    /** Called by BlockHound. */
    public ShortWaits() {}

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("org.jnvm.internal.util.ShortWait", "pause");
        builder.allowBlockingCallsInside("org.jnvm.internal.util.ShortWait", "leaveProcessor");
    }
}
