package org.jnvm.internal.heap;

import java.nio.file.Path;
import java.time.Duration;
import org.jnvm.RecoveryListener;

/** Logs how recovery advances, and passes it on. */
final class LoggedProgress implements RecoveryListener {
    private final Path heap;
    private final RecoveryListener next;

    LoggedProgress(Path heap, RecoveryListener next) {
        this.heap = heap;
        this.next = next;
    }

    @Override
    public void progress(Phase phase, long done, long estimatedTotal, Duration elapsed) {
        Log.LOG.info(
                "heap is being recovered: heap={}, phase={}, done={}, of at most={}, seconds={}",
                heap,
                phase,
                done,
                estimatedTotal,
                elapsed.toSeconds());
        if (next != null) {
            next.progress(phase, done, estimatedTotal, elapsed);
        }
    }
}
