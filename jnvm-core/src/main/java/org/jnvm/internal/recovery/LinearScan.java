package org.jnvm.internal.recovery;

import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.RecoveryListener.Phase;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.util.Workers;

/** Work on all blocks of a heap in stretches, which the workers take one after the other. */
final class LinearScan {
    /** Blocks of a stretch: 4 MiB of heap. */
    private static final long STRETCH = 1 << 14;

    private LinearScan() {}

    /** Work on a stretch of blocks. */
    @FunctionalInterface
    public interface StretchWork {
        /**
         * Does it.
         *
         * @param from the index of the first block
         * @param to the index after the last block
         * @param worker the number of the worker
         */
        void run(long from, long to, int worker);
    }

    /**
     * Runs a task on all blocks.
     *
     * @param workers who do it
     * @param end the index after the last block
     * @param progress is told of the phase, and polled by the calling thread
     * @param phase the phase
     * @param task the work
     * @param atEnd what each worker does when it is done
     */
    static void run(Workers workers, long end, Progress progress, Phase phase, StretchWork task, Runnable atEnd) {
        AtomicLong next = new AtomicLong(StateLayout.FIRST_BLOCK & -STRETCH);
        progress.begin(phase, end, () -> Math.min(next.get(), end));
        workers.run(
                worker -> {
                    for (long from = next.getAndAdd(STRETCH); from < end; from = next.getAndAdd(STRETCH)) {
                        if (workers.failed()) {
                            return;
                        }
                        task.run(Math.max(from, StateLayout.FIRST_BLOCK), Math.min(from + STRETCH, end), worker);
                        if (worker == 0) {
                            progress.poll();
                        }
                    }
                    atEnd.run();
                },
                () -> {});
    }

    static long offset(long block) {
        return block << BlockLayout.BLOCK_SHIFT;
    }
}
